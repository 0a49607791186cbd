// The notice at the top of a page opened from a report: what has changed since.
import { useMemo } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { BarLink } from "#console/features/experiments/results/verdict/sentence.tsx";
import { changesSince } from "./changes-since.ts";
import { readReport } from "./report-link.ts";

export interface ReportNoticeProps {
  experiment: Experiment;
  /** The summary as the server returned it. */
  summary: SummaryCharts;
  /** The encoded report from the address. */
  text: string;
  close: () => void;
}

/** Number of changes listed; the rest are only counted. */
const shown = 8;

export function ReportNotice({ experiment, summary, text, close }: ReportNoticeProps) {
  const changes = useMemo(() => {
    const report = readReport(text);
    return report?.experiment === experiment.id ? changesSince(report, experiment, summary) : undefined;
  }, [text, experiment, summary]);
  const action = (
    <Button size="small" onClick={close}>
      Close
    </Button>
  );
  if (!changes)
    return (
      <div className="pt-4">
        <Notice tone="warning" title="This link does not hold a report that can be read." action={action}>
          It may be of another experiment, cut off, or from a later version. The page shows what is true now.
        </Notice>
      </div>
    );
  const { title, lines, rows, hasOtherConclusions } = changes;
  return (
    <div className="pt-4">
      <Notice tone={hasOtherConclusions ? "warning" : "info"} title={title} action={action}>
        {lines.map((line) => (
          <p key={line} className="figures">
            {line}
          </p>
        ))}
        {rows.length ? (
          <ul className="figures mt-1 grid gap-0.5">
            {rows.slice(0, shown).map(({ text: change, source }) => (
              <li key={change}>
                {source ? (
                  <BarLink source={source} className="link">
                    {change}
                  </BarLink>
                ) : (
                  change
                )}
              </li>
            ))}
            {rows.length > shown ? <li>{rows.length - shown} more have changed.</li> : null}
          </ul>
        ) : null}
      </Notice>
    </div>
  );
}
