// Scales and ticks of the MDE chart. It is scaled to the planned day's effect, because the first days' are huge. Pure.
import type { PowerDay } from "#contract/experiment-power.ts";
import { scaleOf } from "#console/foundation/charts/plot-scale.ts";

/** Top of the scale as a multiple of the effect at the planned day. */
const above = 3;

/** Ticks at multiples of one week up to 16 weeks: at most seven. */
function dayMarks(last: number, duration: number): number[] {
  if (last < 7) return Array.from({ length: last }, (_, index) => index + 1);
  const step = [7, 14, 28, 56, 112].find((days) => last / days <= 7) ?? 112;
  const marks = Array.from({ length: Math.floor(last / step) }, (_, index) => (index + 1) * step);
  // The planned day always has a tick; ticks that would overlap it are dropped.
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
  // Only every second tick if there are more than six.
  const percents = scaleOf([0, top]).ticks.filter((_, index, all) => all.length <= 6 || index % 2 === 0);
  return { top, percents, days: dayMarks(curve.at(-1)?.day ?? duration, duration) };
}
