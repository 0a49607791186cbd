import { BandChart, bandInset } from "#console/foundation/charts/band-chart.tsx";
import { DayFigure } from "#console/foundation/charts/day-figure.tsx";
import {
  formatTick,
  type Scale,
  type Unit,
} from "#console/features/experiments/results/model/format-result.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { dayScale } from "./day-scale.ts";
import { beyondText, dayColumns, type DayPoint, dayRows, spansOf, figurePointOf } from "./day-point.ts";
import { figureSize } from "./figure-drawing.ts";
import { FigureExportMenu } from "./figure-export-menu.tsx";

interface EffectByDayProps {
  turn: number;
  title: string;
  /** What is compared, for pictures that stand alone. */
  subject: string;
  summary: string;
  /** Head of the table's first column. */
  first: string;
  days: readonly DayPoint[];
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
  const format = (value: number) => formatTick(value, unit);
  const chart = { points: days, domain, ticks, result, format };
  return (
    <DayFigure
      turn={turn}
      title={title}
      summary={summary}
      columns={dayColumns(first)}
      points={days.map((day) => figurePointOf(day, unit, noun))}
      inset={bandInset}
      legend={beyond ? <p className="mt-1 text-12 text-text-muted">{beyond}</p> : null}
      actions={
        <FigureExportMenu
          chart={<BandChart {...chart} size={figureSize} />}
          title={title}
          heading={`${subject}: ${title.toLowerCase()}`}
          summary={summary}
          name={fileName}
          rows={dayRows(first, days, scale)}
        />
      }
      draw={(active) => <BandChart {...chart} active={active} />}
    />
  );
}
