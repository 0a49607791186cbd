import { BandChart, bandInset, type NamedDay } from "#console/foundation/charts/band-chart.tsx";
import { formatTick, type Scale, unitOf } from "#console/features/experiments/results/model/format-result.ts";
import type { ChartMetric } from "#contract/summary-charts.ts";
import { dayScale } from "./day-scale.ts";
import {
  beyondText,
  clearSince,
  dayColumns,
  type DayPoint,
  dayRows,
  figurePointOf,
  spansOf,
} from "./day-point.ts";
import { ExportedFigure } from "./exported-figure.tsx";
import { Notes } from "./figure-heads.tsx";

interface EffectByDayProps {
  title: string;
  subject: string;
  summary: string;
  /** Header of the table's first column. */
  first: string;
  days: readonly DayPoint[];
  /** Labels of future days. */
  ahead?: readonly string[];
  named?: readonly NamedDay[];
  /** Prefix of exported file names. */
  name: string;
  metric: ChartMetric;
  scale: Scale;
  /** Plural of the unit, such as "users". */
  noun: string;
}

export function EffectByDay({
  first,
  days,
  ahead = [],
  named = [],
  metric,
  scale,
  noun,
  ...figure
}: EffectByDayProps) {
  const { domain, ticks } = dayScale(spansOf(days));
  const changed = days.flatMap(({ label, mark }) => (mark ? [`${mark} (${label})`] : []));
  const format = (value: number) => formatTick(value, unitOf(metric, scale));
  const points = [...days, ...ahead.map((label) => ({ label }))];
  const summary = [clearSince(days), figure.summary].filter((text) => text !== undefined).join(" ");
  return (
    <ExportedFigure
      {...figure}
      summary={summary}
      columns={dayColumns(first)}
      points={days.map((day) => figurePointOf(day, noun))}
      drawn={points.length}
      inset={bandInset}
      legend={<Notes beyond={beyondText(days, domain)} changes={changed} />}
      rows={dayRows(first, days, scale)}
      draw={(how) => <BandChart {...{ points, named, domain, ticks, format }} {...how} />}
    />
  );
}
