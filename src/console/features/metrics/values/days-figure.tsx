import type { MetricDay } from "#contract/metric-values.ts";
import { DayFigure } from "#console/foundation/charts/day-figure.tsx";
import { DayValues, valuesInset } from "#console/foundation/charts/day-values.tsx";
import { roundUp } from "#console/foundation/charts/interval-domain.ts";
import { scaleOf } from "#console/foundation/charts/plot-scale.ts";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import { dayValueText, daysWithoutEvents, markText, measureOf, summaryOf } from "./day-words.ts";

interface DaysFigureProps {
  title: string;
  type: string;
  days: readonly MetricDay[];
}

/** A scale with round ends that includes all values and zero. */
function scaleFor(values: readonly number[]) {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const low = least < 0 ? -roundUp(-least) : 0;
  const high = most > 0 ? roundUp(most) : low < 0 ? 0 : 1;
  return scaleOf([low, high]);
}

/** Charts the value of each day; today's is the value so far. */
export function DaysFigure({ title, type, days }: DaysFigureProps) {
  const { domain, ticks } = scaleFor(days.flatMap(({ value }) => value ?? []));
  const marks = ticks.length > 5 ? ticks.filter((_, index) => index % 2 === 0) : ticks;
  const labelOf = (index: number, time: number) =>
    index === days.length - 1 ? `${formatDay(time)}, so far` : formatDay(time);
  return (
    <DayFigure
      title={title}
      summary={summaryOf(days, type)}
      columns={["Day", measureOf(type), "Units", "Events"]}
      points={days.map(({ time, value, units, events }, index) => {
        const day = labelOf(index, time);
        const shown = value === null ? "no events" : dayValueText(value, type);
        return {
          sentence: `${day}: ${shown}${value === null ? "" : `, from ${plural(units, "unit")}`}.`,
          cells: [day, value === null ? "–" : shown, formatCount(units), formatCount(events)],
        };
      })}
      inset={valuesInset}
      legend={
        daysWithoutEvents(days) > 0 ? (
          <p className="flex items-center gap-1.5 pt-1 text-12 text-text-muted">
            <span aria-hidden className="size-2.5 rounded-small border border-warning-line bg-warning-tint" />
            Days without events
          </p>
        ) : null
      }
      draw={(active) => (
        <DayValues
          days={days.map(({ time, value }, index) => ({
            label: formatDay(time),
            value: value ?? undefined,
            isOpen: index === days.length - 1,
          }))}
          domain={domain}
          ticks={marks}
          active={active}
          format={(value) => markText(value, type)}
        />
      )}
    />
  );
}
