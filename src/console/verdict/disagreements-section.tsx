// Results whose numbers seem to disagree, with the documented reason, so that nobody has to open a row to learn of it.
import { useMemo, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { comparisonRows, type ComparisonRow } from "#console/results/comparison-rows.ts";
import type { Scale } from "#console/results/format-result.ts";
import { analysisOf } from "#console/results/robustness.ts";
import { Button } from "#console/ui/button.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import { type Disagreement, disagreements } from "#console/why/disagreements.ts";
import { alphaOf } from "#statistics/significance.ts";
import { ToBar } from "./sentence.tsx";

interface Group {
  kind: Disagreement;
  /** Of the first row. */
  text: string;
  rows: ComparisonRow[];
}

/** What leaves every conclusion as it is stands with the row's explanation alone. */
const asides: readonly Disagreement[] = ["CUPED mean", "few units"];

export interface DisagreementsProps {
  experiment: Experiment;
  /** As the page reads it, so that the table and these reasons are about the same numbers. */
  summary: SummaryCharts;
  scale: Scale;
  /** Level that the page is read at, where it is not the experiment's own. */
  level: number | undefined;
}

function groupsOf({ experiment, summary, scale, level }: DisagreementsProps): Group[] {
  const groups = new Map<Disagreement, Group>();
  for (const row of comparisonRows(experiment, summary)) {
    const analysis = analysisOf(experiment, row.control, level);
    const alpha = row.significanceLevel ?? alphaOf(analysis.level);
    for (const { kind, text } of disagreements(row, analysis, { alpha, scale })) {
      const group = groups.get(kind);
      if (group) group.rows.push(row);
      else if (!asides.includes(kind)) groups.set(kind, { kind, text, rows: [row] });
    }
  }
  return [...groups.values()];
}

/** Of one reason; all of hundreds only when asked for. */
const namedFirst = 12;

const RowLink = ({ row: { metric, group } }: { row: ComparisonRow }) => (
  <ToBar source={{ metricID: metric.metricID, group, field: "pValue" }}>
    {metric.metricName}, {group}
  </ToBar>
);

function OtherRows({ rows }: { rows: readonly ComparisonRow[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const named = isWhole ? rows : rows.slice(0, namedFirst);
  return (
    <p className="text-12 text-text-muted">
      The same for{" "}
      {named.map((row, index) => (
        <span key={`${row.metric.metricID}.${row.group}`}>
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

export function DisagreementsSection({ experiment, summary, scale, level }: DisagreementsProps) {
  const groups = useMemo(
    () => groupsOf({ experiment, summary, scale, level }),
    [experiment, summary, scale, level],
  );
  if (groups.length === 0) return null;
  return (
    <section aria-label="Where numbers seem to disagree" className="border-t border-border pt-2 pb-4">
      <SectionHead title="Where numbers seem to disagree" />
      <ul className="grid max-w-4xl gap-3">
        {groups.map(({ kind, text, rows: [first, ...others] }) => (
          <li key={kind}>
            <p>
              {first ? <RowLink row={first} /> : null}
              <span className="figures">: {text}</span>
            </p>
            {others.length ? <OtherRows rows={others} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
