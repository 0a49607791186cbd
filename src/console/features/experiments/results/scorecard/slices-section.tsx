// All slices that differ from the rest, and how many would by chance alone; each links to its row in the scorecard.
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { comparisonRows, rowID } from "#console/features/experiments/results/model/comparison-rows.ts";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import {
  type DifferentSlice,
  differenceText,
  sliceName,
  sliceOverview,
} from "#console/features/experiments/results/model/slice-overview.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";

const page = "/$company/experiments/$id";

/** Link that opens a comparison's slices by this dimension; clears filters that could hide the row. */
const ToSlice = ({ found, isOnly }: { found: DifferentSlice; isOnly: boolean }) => {
  const { row, dimension, slice } = found;
  const value = slice.metric.dimensionValue;
  return (
    <Link
      from={page}
      to={page}
      search={(before) => ({
        ...before,
        open: { ...before.open, [row.mark]: "slices" },
        dimension,
        mark: row.mark,
        slice: value,
        filter: undefined,
        test: undefined,
        layout: before.layout === "columns" ? undefined : before.layout,
      })}
      resetScroll={false}
      onClick={() => document.getElementById(rowID(row.mark, dimension, value))?.focus()}
      className="link font-medium"
    >
      {sliceName(found, isOnly)}
    </Link>
  );
};

/** Explains how to set up slices. */
const HowTo = () => (
  <p className="text-text-muted">
    To slice by a property such as country, log it with every exposure, or import it with{" "}
    <code className="font-mono text-12">--property country=country</code>, and name it under “dimensions” in
    the experiment’s project file.{" "}
    <Link from={page} to={page} search={{ tab: "setup" }} className="link underline underline-offset-2">
      The setup
    </Link>{" "}
    lists those that are named.
  </p>
);

/** Number of slices shown before the list is expanded. */
const namedFirst = 12;

interface SlicesSectionProps {
  experiment: Experiment;
  /** The summary under the current view settings. */
  summary: SummaryCharts;
  scale: Scale;
}

export function SlicesSection({ experiment, summary, scale }: SlicesSectionProps) {
  const [isWhole, setIsWhole] = useState(false);
  const rows = useMemo(() => comparisonRows(experiment, summary), [experiment, summary]);
  const overview = useMemo(() => sliceOverview(experiment, rows, scale), [experiment, rows, scale]);
  const { found, headline, formula, missing, isWithoutSlices } = overview;
  const looks = formula && rows.some(({ isSequential }) => isSequential);
  const notes = [formula, looks ? "It is counted for one look; every further look adds to it." : "", missing];
  const isOnly = new Set(rows.map(({ group }) => group)).size === 1;
  const named = isWhole ? found : found.slice(0, namedFirst);
  return (
    <section aria-label="Slices" className="mt-8 border-t border-border pt-2 pb-4">
      <SectionHead title="Slices (segments)" note="Exploratory: where a change differs from the rest." />
      <div className="grid max-w-4xl gap-1">
        <p className="figures font-medium">{headline}</p>
        <p className="figures text-12 text-text-muted">{notes.filter((note) => note !== "").join(" ")}</p>
        {isWithoutSlices ? <HowTo /> : null}
      </div>
      <ul className="mt-2 grid max-w-4xl gap-1">
        {named.map((one) => (
          <li key={rowID(one.row.mark, one.dimension, one.slice.metric.dimensionValue)}>
            <ToSlice found={one} isOnly={isOnly} />
            <span className="figures">: {differenceText(one)}</span>
          </li>
        ))}
      </ul>
      {found.length > named.length ? (
        <Button variant="quiet" className="-ml-2" onClick={() => setIsWhole(true)}>
          Show all {found.length} slices
        </Button>
      ) : null}
    </section>
  );
}
