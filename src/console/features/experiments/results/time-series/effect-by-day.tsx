import { BandChart, bandInset } from "#console/foundation/charts/band-chart.tsx";
import { WalkedFigure } from "#console/foundation/charts/walked-figure.tsx";
import {
  formatTick,
  type Scale,
  type Unit,
} from "#console/features/experiments/results/model/format-result.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { dayScale } from "./day-domain.ts";
import { beyondText, dayColumns, type DayReading, dayRows, spansOf, walkedDay } from "./day-reading.ts";
import { SaveMenu } from "./save-menu.tsx";

interface EffectByDayProps {
  turn: number;
  title: string;
  /** What is compared, for pictures that stand alone. */
  subject: string;
  summary: string;
  /** Head of the table's first column. */
  first: string;
  days: readonly DayReading[];
  /** Start of the names of saved files. */
  fileName: string;
  scale: Scale;
  unit: Unit;
  result: ResultMeaning;
  /** What is counted, such as "users". */
  noun: string;
}

export function EffectByDay({
  turn,
  title,
  subject,
  summary,
  first,
  days,
  fileName,
  scale,
  unit,
  result,
  noun,
}: EffectByDayProps) {
  const { domain, ticks } = dayScale(spansOf(days));
  const beyond = beyondText(days, domain);
  return (
    <WalkedFigure
      turn={turn}
      title={title}
      summary={summary}
      columns={dayColumns(first)}
      points={days.map((day) => walkedDay(day, unit, noun))}
      inset={bandInset}
      legend={beyond ? <p className="mt-1 text-12 text-text-muted">{beyond}</p> : null}
      actions={
        <SaveMenu
          title={title}
          heading={`${subject}: ${title.toLowerCase()}`}
          summary={summary}
          name={fileName}
          rows={dayRows(first, days, scale)}
        />
      }
      draw={(active) => (
        <BandChart
          points={days}
          domain={domain}
          ticks={ticks}
          result={result}
          active={active}
          format={(value) => formatTick(value, unit)}
        />
      )}
    />
  );
}
