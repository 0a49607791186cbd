import { BandChart, bandInset } from "#console/charts/band-chart.tsx";
import { WalkedFigure } from "#console/charts/walked-figure.tsx";
import { formatTick, type Scale } from "#console/results/format-result.ts";
import type { ResultMeaning } from "#console/ui/result-mark.tsx";
import { dayScale } from "./day-domain.ts";
import { dayColumns, type DayReading, spansOf, walkedDay } from "./day-reading.ts";

interface EffectByDayProps {
  title: string;
  summary: string;
  /** Head of the table's first column. */
  first: string;
  days: readonly DayReading[];
  scale: Scale;
  result: ResultMeaning;
  /** What is counted, such as "users". */
  noun: string;
}

export function EffectByDay({ title, summary, first, days, scale, result, noun }: EffectByDayProps) {
  const { domain, ticks } = dayScale(spansOf(days));
  return (
    <WalkedFigure
      title={title}
      summary={summary}
      columns={dayColumns(first)}
      points={days.map((day) => walkedDay(day, scale, noun))}
      inset={bandInset}
      draw={(active) => (
        <BandChart
          points={days}
          domain={domain}
          ticks={ticks}
          result={result}
          active={active}
          format={(value) => formatTick(value, scale)}
        />
      )}
    />
  );
}
