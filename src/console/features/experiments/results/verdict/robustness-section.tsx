// Whether each conclusion holds under other analyses: one sentence with the exceptions, and all analyses on request.
import { useMemo, useState } from "react";
import { analysisOf } from "#console/features/experiments/results/model/analysis.ts";
import { byMetric, comparisonRows } from "#console/features/experiments/results/model/comparison-rows.ts";
import {
  familyOf,
  type Robustness,
  robustnessOf,
  type AlternativeAnalysis,
} from "#console/features/experiments/results/model/robustness.ts";
import {
  type EffectRow,
  rowsWithEffect,
} from "#console/features/experiments/results/model/sentence-parts.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import type { AfterScorecardProps } from "./after-scorecard.tsx";
import { RobustnessStrip } from "./robustness-strip.tsx";
import { RobustnessTable } from "./robustness-table.tsx";
import { BarLink } from "./sentence.tsx";
import { useInPortions } from "./use-in-portions.ts";

type RobustnessSectionProps = Pick<
  AfterScorecardProps,
  "experiment" | "summary" | "strip" | "mark" | "setSearch"
>;

export function RobustnessSection({ experiment, summary, strip, mark, setSearch }: RobustnessSectionProps) {
  const [rows, entryOf] = useMemo(() => {
    const sorted = byMetric(rowsWithEffect(comparisonRows(experiment, summary)));
    const analysis = analysisOf(experiment, sorted[0]?.control);
    const family = familyOf(sorted, analysis);
    return [sorted, (row: EffectRow) => robustnessOf(row, family, analysis)] as const;
  }, [experiment, summary]);
  const entries = useInPortions(rows, entryOf);
  // Local state opens it in the same frame as the click; the address, which survives a reload, follows.
  const [asked, setAsked] = useState<{ at: string | undefined; isOpen: boolean }>();
  if (asked && asked.at !== strip) setAsked(undefined);
  const isOpen = asked ? asked.isOpen : strip !== undefined;
  const chosen =
    entries.find(({ row }) => row.mark === (strip ?? mark)) ??
    entries.find(({ holds }) => !holds) ??
    entries.find(({ row }) => row.effect.isClear) ??
    entries[0];
  if (!chosen) return null;
  return (
    <section aria-label="Does it hold?" className="border-t border-border pt-2 pb-4">
      <SectionHead
        title="Does it hold?"
        note="The same data, with one thing of the analysis changed at a time."
      />
      <p className="max-w-4xl text-pretty">
        {entries.length < rows.length ? (
          `${entries.length} of ${rows.length} results are read in other ways …`
        ) : (
          <Holding entries={entries} />
        )}{" "}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => {
            setAsked({ at: strip, isOpen: !isOpen });
            setSearch({ strip: isOpen ? undefined : chosen.row.mark });
          }}
          className="relative link min-h-6 whitespace-nowrap pointer-coarse:min-h-0 pointer-coarse:after:absolute pointer-coarse:after:-inset-x-3 pointer-coarse:after:-inset-y-2"
        >
          {isOpen ? "Hide the analyses" : "Show all analyses"}
        </button>
      </p>
      {isOpen ? <Analyses entries={entries} chosen={chosen} setSearch={setSearch} /> : null}
    </section>
  );
}

/** Number of exceptions named; the table has all of them. */
const namedFirst = 3;

function Holding({ entries }: { entries: readonly Robustness[] }) {
  const total = entries.length;
  const others = entries.filter(({ holds }) => !holds);
  const named = others.slice(0, namedFirst);
  const analyses = Math.max(...entries.map(({ items }) => items.length));
  const said = others.length
    ? `${total - others.length} of ${plural(total, "result")}`
    : `All ${plural(total, "result")}`;
  return (
    <>
      {said} read the same in all {analyses} analyses.
      {named.map(({ row, exception }, index) => (
        <span key={row.mark}>
          {index ? "; " : <b className="font-medium"> Except </b>}
          <BarLink source={{ mark: row.mark }}>
            {row.metric.metricName}, {row.group}
          </BarLink>
          : <span className="figures">{exception}</span>
        </span>
      ))}
      {others.length > named.length ? `; and ${others.length - named.length} more` : ""}
      {others.length ? "." : ""}
    </>
  );
}

type AnalysesProps = Pick<AfterScorecardProps, "setSearch"> & {
  entries: readonly Robustness[];
  chosen: Robustness;
};

/** Number of results in the table before it is expanded. */
const shownFirst = 12;

function Analyses({ entries, chosen, setSearch }: AnalysesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const ways = [
    ...new Map(entries.flatMap(({ items }) => items.map(({ way }) => [way.label, way]))).values(),
  ];
  return (
    <div className="pt-4">
      <RobustnessStrip {...chosen} />
      <RobustnessTable
        entries={isWhole ? entries : entries.slice(0, shownFirst)}
        ways={ways}
        drawn={chosen.row.mark}
        choose={(mark) => setSearch({ strip: mark })}
      />
      <WaysLegend ways={ways} />
      {isWhole || entries.length <= shownFirst ? null : (
        <Button variant="quiet" className="-ml-2" onClick={() => setIsWhole(true)}>
          Show all {entries.length} results
        </Button>
      )}
    </div>
  );
}

/** Legend below the table for analyses whose name is not self-explanatory. */
const WaysLegend = ({ ways }: { ways: readonly AlternativeAnalysis[] }) => (
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
