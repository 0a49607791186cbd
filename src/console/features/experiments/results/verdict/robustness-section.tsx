// Does each conclusion, as set up, hold when one thing of the analysis is changed? One comparison drawn way by way, then a table of all.
import { useMemo, useState } from "react";
import { analysisOf } from "#console/features/experiments/results/model/analysis.ts";
import { byMetric, comparisonRows } from "#console/features/experiments/results/model/comparison-rows.ts";
import { familyOf, robustnessOf, type Way } from "#console/features/experiments/results/model/robustness.ts";
import {
  type EffectRow,
  rowsWithEffect,
} from "#console/features/experiments/results/model/sentence-parts.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import type { AfterScorecardProps } from "./after-scorecard.tsx";
import { RobustnessStrip } from "./robustness-strip.tsx";
import { RobustnessTable } from "./robustness-table.tsx";

type RobustnessSectionProps = Pick<AfterScorecardProps, "experiment" | "summary" | "strip" | "setSearch">;

/** Results in the table at once; all of hundreds of metrics are computed on request only. */
const shownFirst = 12;

export function RobustnessSection({ experiment, summary, strip, setSearch }: RobustnessSectionProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [all, entryOf] = useMemo(() => {
    const sorted = byMetric(rowsWithEffect(comparisonRows(experiment, summary)));
    const analysis = analysisOf(experiment, sorted[0]?.control);
    const family = familyOf(sorted, analysis);
    return [sorted, (row: EffectRow) => robustnessOf(row, family, analysis)] as const;
  }, [experiment, summary]);
  const shown = useMemo(
    () => (isWhole ? all : all.slice(0, shownFirst)).map(entryOf),
    [all, entryOf, isWhole],
  );
  const chosen = all.find(({ mark }) => mark === strip) ?? all.find(({ effect }) => effect.isClear) ?? all[0];
  if (!chosen) return null;
  const ways = new Map(shown.flatMap(({ items }) => items.map(({ way }) => [way.label, way])));
  return (
    <section aria-label="Does it hold?" className="border-t border-border pt-2">
      <SectionHead
        title="Does it hold?"
        note="The same data, with one thing of the analysis changed at a time."
      />
      <RobustnessStrip {...entryOf(chosen)} />
      <RobustnessTable
        entries={shown}
        ways={[...ways.values()]}
        drawn={chosen.mark}
        choose={(mark) => setSearch({ strip: mark })}
      />
      <WaysLegend ways={[...ways.values()]} />
      {all.length > shown.length ? (
        <Button variant="quiet" className="-ml-2" onClick={() => setIsWhole(true)}>
          Show all {all.length} results
        </Button>
      ) : null}
    </section>
  );
}

/** The meaning of the ways that do not explain themselves, under the table that names them. */
const WaysLegend = ({ ways }: { ways: readonly Way[] }) => (
  <dl className="flex flex-wrap gap-x-5 gap-y-0.5 py-3 text-12 text-text-muted">
    {ways
      .filter(({ meaning }) => meaning)
      .map(({ label, short, meaning }) => (
        <div key={label} className="*:inline">
          <dt className="font-medium">
            {label}
            {short === "B–H" ? " (B–H)" : ""}:
          </dt>{" "}
          <dd>{meaning}</dd>
        </div>
      ))}
  </dl>
);
