// The plot cell of a comparison or slice, and the scale over all of them.
import { useMemo } from "react";
import { PlotAxis, PlotCell } from "#console/foundation/charts/plot-column.tsx";
import { formatTick } from "#console/features/experiments/results/model/format-result.ts";
import { missingReason, type Reading } from "#console/features/experiments/results/model/reading.ts";
import type { RowView } from "./row-view.ts";

interface ComparisonCellProps {
  id: string;
  reading: Reading;
  /** Where it is not that of the reading. */
  result?: Reading["result"];
  view: RowView;
  /** px */
  height: number;
  isSmall?: boolean;
  isMarked?: boolean;
  labels?: readonly string[] | undefined;
  className?: string;
}

/** The interval of a comparison, or the reason why there is none. */
export function ComparisonPlotCell({
  id,
  reading: { metric, value, delta, whiskerDelta, ...reading },
  result = reading.result ?? "inconclusive",
  view,
  height,
  isSmall,
  isMarked,
  labels,
  className = "",
}: ComparisonCellProps) {
  const domain = view.domains.of(metric);
  const interval = useMemo(
    () =>
      value === undefined || delta === undefined
        ? undefined
        : { domain, value, delta, whiskerDelta, result, isSmall, isMarked },
    [domain, value, delta, whiskerDelta, result, isSmall, isMarked],
  );
  return interval ? (
    <PlotCell {...{ id, interval, labels, height, className }} width={view.plotWidth} />
  ) : (
    <td className={`px-2 text-12 text-text-muted ${className}`} style={{ height }}>
      {missingReason(metric, view.scale)}
    </td>
  );
}

/** px of a digit, and between two numbers. */
const [digit, between] = [6.5, 12];

/** The scale that all metrics share, where five numbers have no room beside each other only its ends and zero; otherwise each metric names
 *  the ends of its own. */
export function PlotHead({ view: { domains, plotWidth, scale } }: { view: RowView }) {
  if (!domains.shared)
    return (
      <span aria-hidden className="block text-center text-11 leading-4 font-regular">
        own scale each
      </span>
    );
  const [low, high] = domains.shared;
  const name = (value: number) => formatTick(value, scale);
  const isCrowded = plotWidth / 4 < digit * name(high).length + between;
  const ticks = isCrowded ? [low, 0, high] : [low, low / 2, 0, high / 2, high];
  return <PlotAxis width={plotWidth} labels={ticks.map(name)} />;
}

/** The ends and zero of the scale of one metric; none where all metrics share one. */
export function scaleNames({ metric, unit }: Reading, { domains }: RowView): string[] | undefined {
  const [low, high] = domains.of(metric);
  return domains.shared ? undefined : [low, 0, high].map((value) => formatTick(value, unit));
}
