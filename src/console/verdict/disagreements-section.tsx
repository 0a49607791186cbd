// Results whose numbers seem to disagree, with the documented reason, so that nobody has to open a row to learn of it.
import { useMemo } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { comparisonRows, type ComparisonRow } from "#console/results/comparison-rows.ts";
import { analysisOf } from "#console/results/robustness.ts";
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

function groupsOf(experiment: Experiment, summary: SummaryCharts): Group[] {
  const groups = new Map<Disagreement, Group>();
  for (const row of comparisonRows(experiment, summary)) {
    const analysis = analysisOf(experiment, row.control);
    const alpha = row.significanceLevel ?? alphaOf(analysis.level);
    for (const { kind, text } of disagreements(row, analysis, alpha)) {
      const group = groups.get(kind);
      if (group) group.rows.push(row);
      else if (!asides.includes(kind)) groups.set(kind, { kind, text, rows: [row] });
    }
  }
  return [...groups.values()];
}

const namedMost = 4;

const RowLink = ({ row: { metric, group } }: { row: ComparisonRow }) => (
  <ToBar source={{ metricID: metric.metricID, group, field: "pValue" }}>
    {metric.metricName}, {group}
  </ToBar>
);

export function DisagreementsSection({
  experiment,
  summary,
}: {
  experiment: Experiment;
  summary: SummaryCharts;
}) {
  const groups = useMemo(() => groupsOf(experiment, summary), [experiment, summary]);
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
            {others.length ? (
              <p className="text-12 text-text-muted">
                The same for{" "}
                {others.slice(0, namedMost).map((row, index) => (
                  <span key={`${row.metric.metricID}.${row.group}`}>
                    {index ? "; " : ""}
                    <RowLink row={row} />
                  </span>
                ))}
                {others.length > namedMost ? ` and ${others.length - namedMost} more` : ""}.
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
