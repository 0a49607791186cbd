import { BandChart, bandInset } from "#console/foundation/charts/band-chart.tsx";
import { formatTick, type Scale, unitOf } from "#console/features/experiments/results/model/format-result.ts";
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { dayScale } from "./day-scale.ts";
import { beyondText, dayColumns, type DayPoint, dayRows, figurePointOf, spansOf } from "./day-point.ts";
import { ExportedFigure } from "./exported-figure.tsx";
import { Notes } from "./figure-heads.tsx";

interface EffectByDayProps {
  turn: number;
  title: string;
  subject: string;
  summary: string;
  /** Head of the table's first column. */
  first: string;
  days: readonly DayPoint[];
  /** Start of the names of saved files. */
  name: string;
  metric: ChartMetric;
  scale: Scale;
  result: ResultMeaning;
  /** The counted units, such as "users". */
  noun: string;
}

export function EffectByDay({ first, days, metric, scale, result, noun, ...figure }: EffectByDayProps) {
  const { domain, ticks } = dayScale(spansOf(days));
  const changed = days.flatMap(({ label, mark }) => (mark ? [`${mark} (${label})`] : []));
  const format = (value: number) => formatTick(value, unitOf(metric, scale));
  return (
    <ExportedFigure
      {...figure}
      columns={dayColumns(first)}
      points={days.map((day) => figurePointOf(day, noun))}
      inset={bandInset}
      legend={<Notes beyond={beyondText(days, domain)} changes={changed} />}
      rows={dayRows(first, days, scale)}
      draw={(how) => <BandChart {...{ points: days, domain, ticks, result, format }} {...how} />}
    />
  );
}
