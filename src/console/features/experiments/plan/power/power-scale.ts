// The ends and marks of the chart of the smallest effects: the planned day stands low in it, since the first days know nothing. Pure.
import type { PowerDay } from "#contract/experiment-power.ts";
import { scaleOf } from "#console/foundation/charts/plot-scale.ts";

/** How much higher than at the planned day the scale reaches. */
const above = 3;

/** Multiples of a week, a month or more: at most seven marks. */
function dayMarks(last: number, duration: number): number[] {
  if (last < 7) return Array.from({ length: last }, (_, index) => index + 1);
  const step = [7, 14, 28, 56, 112].find((days) => last / days <= 7) ?? 112;
  const marks = Array.from({ length: Math.floor(last / step) }, (_, index) => (index + 1) * step);
  // The planned day is marked, and none that would touch it.
  const apart = marks.filter((mark) => mark === duration || Math.abs(mark - duration) > last / 14);
  return [...new Set([...apart, duration])].sort((one, other) => one - other);
}

export function powerScale(
  curve: readonly PowerDay[],
  {
    duration,
    wished = 0,
    isSequential,
  }: { duration: number; wished?: number | undefined; isSequential: boolean },
) {
  const at = curve.find(({ day }) => day >= duration) ?? curve.at(-1);
  const planned = at ? (isSequential ? at.sequential : at.fixed) : 1;
  const reach = Math.max(above * (at?.fixed ?? 1), 1.5 * planned, 1.2 * Math.min(wished, above * planned));
  const { ticks } = scaleOf([0, reach]);
  const step = ticks[1] ?? reach;
  const top = Number((Math.ceil(reach / step) * step).toPrecision(12));
  // Every second mark where there are many.
  const percents = scaleOf([0, top]).ticks.filter((_, index, all) => all.length <= 6 || index % 2 === 0);
  return { top, percents, days: dayMarks(curve.at(-1)?.day ?? duration, duration) };
}
