// Results whose numbers seem to disagree, with the documented reason, so that nobody has to open a row to learn of it.
import { useMemo, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { analysisOf } from "#console/features/experiments/results/model/analysis.ts";
import { type ComparisonRow, markOf } from "#console/features/experiments/results/model/comparison-rows.ts";
import { resultOf, type Scale } from "#console/features/experiments/results/model/format-result.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import {
  type Disagreement,
  disagreements,
} from "#console/features/experiments/results/explain/disagreements.ts";
import { ToBar } from "./sentence.tsx";

interface DisagreementsProps {
  experiment: Experiment;
  asSetUp: readonly ComparisonRow[];
  /** With the page's view settings. */
  asViewed: readonly ComparisonRow[];
  scale: Scale;
  /** Level of the view settings, where it is not the experiment's own. */
  level: number | undefined;
}

interface Group {
  /** Rows of one kind share their reason. */
  kind: string;
  /** Of the first row. */
  text: string;
  rows: ComparisonRow[];
}

/** Reasons that leave every conclusion as it is stand with the row's explanation alone. */
const asides: readonly Disagreement[] = ["CUPED mean", "few units"];

function groupsOf({ experiment, asSetUp, asViewed, scale, level }: DisagreementsProps): Group[] {
  const groups = new Map<string, Group>();
  const add = (row: ComparisonRow, kind: string, text: string) => {
    const group = groups.get(kind);
    if (group) group.rows.push(row);
    else groups.set(kind, { kind, text, rows: [row] });
  };
  const ownResults = new Map(asSetUp.map(({ metric, group }) => [markOf(metric, group), resultOf(metric)]));
  for (const row of asViewed) {
    const [now, own] = [resultOf(row.metric), ownResults.get(markOf(row.metric, row.group))];
    if (now !== undefined && own !== undefined && now !== own)
      add(
        row,
        `${now}, as set up ${own}`,
        `It is ${now} with these view settings, and ${own} as the experiment was set up, which the verdict goes by.`,
      );
    const circumstances = { alpha: row.significanceLevel, scale };
    for (const { kind, text } of disagreements(
      row,
      analysisOf(experiment, row.control, level),
      circumstances,
    ))
      if (!asides.includes(kind)) add(row, kind, text);
  }
  return [...groups.values()];
}

/** Rows that are named for a reason; all of hundreds on request only. */
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
        <span key={markOf(row.metric, row.group)}>
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

export function DisagreementsSection({ experiment, asSetUp, asViewed, scale, level }: DisagreementsProps) {
  const groups = useMemo(
    () => groupsOf({ experiment, asSetUp, asViewed, scale, level }),
    [experiment, asSetUp, asViewed, scale, level],
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
