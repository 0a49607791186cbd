// Does each conclusion hold when one thing of the analysis is changed? One comparison drawn way by way, then a strip of words for every one.
import { useMemo, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import {
  comparisonRows,
  type ComparisonRow,
  markOf,
  effectOf,
} from "#console/features/experiments/results/model/comparison-rows.ts";
import {
  analysisOf,
  familyOf,
  robustnessOf,
} from "#console/features/experiments/results/model/robustness.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { RobustnessStrip } from "./robustness-strip.tsx";
import { RobustnessTable, waysIn } from "./robustness-table.tsx";
import { WaysLegend } from "./ways-legend.tsx";

export interface RobustnessSectionProps {
  experiment: Experiment;
  /** As it was answered: each strip changes one thing of the set-up. */
  summary: SummaryCharts;
  /** Row whose ways are drawn, `<metricID>.<group>`; the first that has moved otherwise. */
  strip: string | undefined;
  choose: (mark: string) => void;
}

/** Strips that stand there at once; all of hundreds of metrics are worked out only when asked for. */
const shownFirst = 12;

/** The groups of a metric stand together, as in the scorecard. */
const byMetric = (rows: readonly ComparisonRow[]) =>
  [...new Set(rows.map(({ metric }) => metric.metricID))].flatMap((id) =>
    rows.filter(({ metric }) => metric.metricID === id),
  );

export function RobustnessSection({ experiment, summary, strip, choose }: RobustnessSectionProps) {
  const [isWhole, setIsWhole] = useState(false);
  const all = useMemo(() => {
    const rows = byMetric(comparisonRows(experiment, summary).filter(({ metric }) => effectOf(metric)));
    const analysis = analysisOf(experiment, rows[0]?.control ?? "");
    const family = familyOf(rows, analysis);
    return rows.map((row) => {
      const mark = markOf({ metricID: row.metric.metricID, group: row.group });
      return { row, mark, robustness: () => robustnessOf(row, family, analysis) };
    });
  }, [experiment, summary]);
  const shown = useMemo(
    () =>
      (isWhole ? all : all.slice(0, shownFirst)).flatMap(({ row, mark, robustness }) => {
        const found = robustness();
        return found ? [{ row, mark, robustness: found }] : [];
      }),
    [all, isWhole],
  );
  const drawn =
    all.find(({ mark }) => mark === strip) ??
    all.find(({ row }) => effectOf(row.metric)?.excludesZero) ??
    all[0];
  const robustness = drawn?.robustness();
  if (!drawn || !robustness) return null;
  return (
    <section aria-label="Does it hold?" className="border-t border-border pt-2">
      <SectionHead
        title="Does it hold?"
        note="The same data, with one thing of the analysis changed at a time."
      />
      <RobustnessStrip row={drawn.row} robustness={robustness} />
      <RobustnessTable entries={shown} drawn={drawn.mark} choose={choose} />
      <WaysLegend ways={waysIn(shown)} />
      {all.length > shown.length && !isWhole ? (
        <Button variant="quiet" className="-ml-2" onClick={() => setIsWhole(true)}>
          Show all {all.length} results
        </Button>
      ) : null}
    </section>
  );
}
