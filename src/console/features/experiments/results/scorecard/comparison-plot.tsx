// The plot cell of a comparison or slice, and the scale over all of them.
import { useMemo } from "react";
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { PlotAxis, PlotCell } from "#console/foundation/charts/plot-area.tsx";
import {
  formatTick,
  missingReason,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import type { MetricOnScale } from "#console/features/experiments/results/view-settings/metric-on-scale.ts";
import type { RowView } from "./row-view.ts";

interface ComparisonPlotProps extends Pick<MetricOnScale, "metric" | "value" | "delta" | "whiskerDelta"> {
  id: string;
  view: RowView;
  result: ResultMeaning;
  /** px */
  height: number;
  isSmall?: boolean;
  isMarked?: boolean;
  labels?: readonly string[] | undefined;
  className?: string;
}

/** The interval of a comparison, or the reason why there is none. */
export function ComparisonPlot(props: ComparisonPlotProps) {
  const { id, metric, view, value, delta, whiskerDelta, result, height, isSmall, isMarked } = props;
  const domain = view.domains.of(metric);
  const interval = useMemo(
    () =>
      value === undefined || delta === undefined
        ? undefined
        : { domain, value, delta, whiskerDelta, result, isSmall, isMarked },
    [domain, value, delta, whiskerDelta, result, isSmall, isMarked],
  );
  if (!interval)
    return (
      <td className={`px-2 text-12 text-text-muted ${props.className ?? ""}`} style={{ height }}>
        {missingReason(metric, view.scale)}
      </td>
    );
  return (
    <PlotCell
      id={id}
      interval={interval}
      labels={props.labels}
      width={view.plotWidth}
      height={height}
      className={props.className ?? ""}
    />
  );
}

/** px of a digit, and between two numbers. */
const [digit, between] = [6.5, 12];

/** Where five numbers have no room beside each other only the ends and zero are named. */
export function SharedScale({ view, domain }: { view: RowView; domain: [number, number] }) {
  const [low, high] = domain;
  const name = (value: number) => formatTick(value, view.scale);
  const isCrowded = view.plotWidth / 4 < digit * name(high).length + between;
  const ticks = isCrowded ? [low, 0, high] : [low, low / 2, 0, high / 2, high];
  return <PlotAxis width={view.plotWidth} labels={ticks.map(name)} />;
}

/** The ends and zero of the scale of one metric. */
export function scaleNames(metric: ChartMetric, { domains, scale }: RowView): string[] {
  const [low, high] = domains.of(metric);
  return [low, 0, high].map((value) => formatTick(value, unitOf(metric, scale)));
}
