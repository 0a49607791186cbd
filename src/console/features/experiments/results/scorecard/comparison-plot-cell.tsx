// The plot cell of a comparison or slice, and the scale in the table head.
import { useCallback, useMemo } from "react";
import { PlotAxis } from "#console/foundation/charts/plot-axis.tsx";
import { PlotCell } from "#console/foundation/charts/plot-column.tsx";
import { formatTick } from "#console/features/experiments/results/model/format-result.ts";
import { missingReason, type Reading } from "#console/features/experiments/results/model/reading.ts";
import type { RowView } from "./row-view.ts";

interface ComparisonCellProps {
  id: string;
  reading: Reading;
  /** True for slices, which are exploratory and have no result. */
  isExploratory?: boolean;
  view: RowView;
  /** px */
  height: number;
  isSmall?: boolean;
  isMarked?: boolean;
  labels?: readonly string[] | undefined;
  className?: string;
}

/** Draws the interval of a comparison, or states why there is none. */
export function ComparisonPlotCell({
  id,
  reading: { metric, value, delta, whiskerDelta, ...reading },
  isExploratory = false,
  view,
  height,
  isSmall,
  isMarked,
  labels,
  className = "",
}: ComparisonCellProps) {
  const domain = view.ownDomain?.(metric);
  const result = isExploratory ? "inconclusive" : reading.result;
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

/** The scale shared by all metrics, unless each metric labels its own. */
export function PlotHead({ view: { ownDomain, plotWidth, scale } }: { view: RowView }) {
  const format = useCallback((tick: number) => formatTick(tick, scale), [scale]);
  return ownDomain ? (
    <span aria-hidden className="block text-center text-11 leading-4 font-regular">
      own scale each
    </span>
  ) : (
    <PlotAxis width={plotWidth} format={format} />
  );
}

/** Labels of the ends and zero of a metric's own scale; undefined if all metrics share one. */
export function scaleNames({ metric, unit }: Reading, { ownDomain }: RowView): string[] | undefined {
  if (!ownDomain) return undefined;
  const [low, high] = ownDomain(metric);
  return [low, 0, high].map((value) => formatTick(value, unit));
}
