// Results whose numbers seem to disagree, each with its documented reason, so that nobody has to open a row to find it.
import { useMemo, useState } from "react";
import type { ChartMetric } from "#contract/summary-charts.ts";
import { analysisOf } from "#console/features/experiments/results/model/analysis.ts";
import {
  comparisonRows,
  type ComparisonRow,
} from "#console/features/experiments/results/model/comparison-rows.ts";
import { readingOf, wordOf } from "#console/features/experiments/results/model/reading.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import {
  type ApparentContradiction,
  disagreements,
} from "#console/features/experiments/results/explain/disagreements.ts";
import type { AfterScorecardProps } from "./after-scorecard.tsx";
import { BarLink } from "./sentence.tsx";

type DisagreementsProps = Pick<AfterScorecardProps, "experiment" | "summary" | "read" | "scale" | "level">;

/** Reasons that change no conclusion; they appear only in the row's explanation. */
const asides: readonly ApparentContradiction[] = ["CUPED mean", "few units"];

/** Words the result: "is better", "depends on the analysis"; undefined without a result. */
function saidOf(metric: ChartMetric): string | undefined {
  const word = wordOf(readingOf(metric, "percent"));
  return word === "depends" ? "depends on the analysis" : word && `is ${word}`;
}

/** Rows with a reason, grouped by kind. */
function groupsOf({ experiment, summary, read, scale, level }: DisagreementsProps) {
  const asSetUp = comparisonRows(experiment, summary);
  const ownResults = new Map(asSetUp.map(({ mark, metric }) => [mark, saidOf(metric)]));
  const found = comparisonRows(experiment, read).flatMap((row) => {
    const [now, own] = [saidOf(row.metric), ownResults.get(row.mark)];
    const changed = {
      kind: `${now}, as set up ${own}`,
      text: `With these view settings it ${now}, and it ${own} as the experiment was set up, which the verdict goes by.`,
    };
    const analysis = analysisOf(experiment, row.control, level);
    const reasons = disagreements(row, analysis, { alpha: row.alpha, scale });
    return [
      ...(now !== undefined && own !== undefined && now !== own ? [changed] : []),
      ...reasons.filter(({ kind }) => !asides.includes(kind)),
    ].map(({ kind, text }) => ({ row, kind, text }));
  });
  const kinds = new Set(found.map(({ kind }) => kind));
  return [...kinds].map((kind) => found.filter((entry) => entry.kind === kind));
}

/** Number of rows named per reason before the list is expanded. */
const namedFirst = 12;

const RowLink = ({ row: { mark, metric, group } }: { row: ComparisonRow }) => (
  <BarLink source={{ mark }}>
    {metric.metricName}, {group}
  </BarLink>
);

function OtherRows({ rows }: { rows: readonly ComparisonRow[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const named = isWhole ? rows : rows.slice(0, namedFirst);
  return (
    <p className="text-12 text-text-muted">
      The same for{" "}
      {named.map((row, index) => (
        <span key={row.mark}>
          {index ? "; " : ""}
          <RowLink row={row} />
        </span>
      ))}
      .
      {rows.length > named.length ? (
        <Button variant="quiet" className="ml-1" onClick={() => setIsWhole(true)}>
          And {rows.length - named.length} more
        </Button>
      ) : null}
    </p>
  );
}

export function DisagreementsSection({ experiment, summary, read, scale, level }: DisagreementsProps) {
  const groups = useMemo(
    () => groupsOf({ experiment, summary, read, scale, level }),
    [experiment, summary, read, scale, level],
  );
  if (groups.length === 0) return null;
  return (
    <section aria-label="Where numbers seem to disagree" className="border-t border-border pt-2 pb-4">
      <SectionHead title="Where numbers seem to disagree" />
      <ul className="grid max-w-4xl gap-3">
        {groups.map(([first, ...others]) =>
          first ? (
            <li key={first.kind}>
              <p>
                <RowLink row={first.row} />
                <span className="figures">: {first.text}</span>
              </p>
              {others.length ? <OtherRows rows={others.map(({ row }) => row)} /> : null}
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}
