// Results whose numbers seem to disagree, with the documented reason, so that nobody has to open a row to learn of it.
import { useMemo, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import {
  comparisonRows,
  type ComparisonRow,
  markOf,
} from "#console/features/experiments/results/model/comparison-rows.ts";
import { resultOf, type Scale } from "#console/features/experiments/results/model/format-result.ts";
import { analysisOf } from "#console/features/experiments/results/model/robustness.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import {
  type Disagreement,
  disagreements,
} from "#console/features/experiments/results/explain/disagreements.ts";
import { alphaOf } from "#statistics/significance.ts";
import { ToBar } from "./sentence.tsx";

interface Group {
  kind: Disagreement | `${ResultMeaning}, as set up ${ResultMeaning}`;
  /** Of the first row. */
  text: string;
  rows: ComparisonRow[];
}

/** What leaves every conclusion as it is stands with the row's explanation alone. */
const asides: readonly Disagreement[] = ["CUPED mean", "few units"];

export interface DisagreementsProps {
  experiment: Experiment;
  /** As the page reads it, so that the table and these reasons are about the same numbers. */
  read: SummaryCharts;
  /** As it was answered, which the verdict is about. */
  summary: SummaryCharts;
  scale: Scale;
  /** Level that the page is read at, where it is not the experiment's own. */
  level: number | undefined;
}

const markIn = ({ metric: { metricID }, group }: ComparisonRow) => markOf({ metricID, group });

function groupsOf({ experiment, read, summary, scale, level }: DisagreementsProps): Group[] {
  const groups = new Map<Group["kind"], Group>();
  const add = (row: ComparisonRow, kind: Group["kind"], text: string) => {
    const group = groups.get(kind);
    if (group) group.rows.push(row);
    else groups.set(kind, { kind, text, rows: [row] });
  };
  const asSetUp = new Map(
    comparisonRows(experiment, summary).map((row) => [markIn(row), resultOf(row.metric)]),
  );
  for (const row of comparisonRows(experiment, read)) {
    const [now, own] = [resultOf(row.metric), asSetUp.get(markIn(row))];
    if (now !== undefined && own !== undefined && now !== own)
      add(
        row,
        `${now}, as set up ${own}`,
        `It is ${now} as this page is read, and ${own} as the experiment was set up, which the verdict goes by.`,
      );
    const analysis = analysisOf(experiment, row.control, level);
    const alpha = row.significanceLevel ?? alphaOf(analysis.level);
    for (const { kind, text } of disagreements(row, analysis, { alpha, scale }))
      if (!asides.includes(kind)) add(row, kind, text);
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

export function DisagreementsSection({ experiment, read, summary, scale, level }: DisagreementsProps) {
  const groups = useMemo(
    () => groupsOf({ experiment, read, summary, scale, level }),
    [experiment, read, summary, scale, level],
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
