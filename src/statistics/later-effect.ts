// Extrapolates the minimum detectable effect of a running experiment to a later day (statistics 9.2).

export interface EffectNow {
  /** Minimum detectable effect now, in percent of the control mean. */
  reversePower: number;
  /** Current units of both groups, and new units per day. */
  units: number;
  unitsPerDay: number;
}

/** Returns the minimum detectable effect after the given number of further days:
 *  its square is inversely proportional to the units. Undefined without units. */
export function effectAfter(
  { reversePower, units, unitsPerDay }: EffectNow,
  days: number,
): number | undefined {
  if (!(units > 0) || unitsPerDay < 0 || days < 0) return undefined;
  return reversePower * Math.sqrt(units / (units + unitsPerDay * days));
}

/** New units are extrapolated from the average of this many last days. */
const lastDays = 7;

/** Returns new units per day, from the cumulative number at the end of each full day; 0 if there are none. */
export function unitsPerDay(untilDay: readonly number[]): number {
  const last = untilDay.at(-1);
  if (last === undefined) return 0;
  const before = untilDay.at(-1 - lastDays);
  return before === undefined ? last / untilDay.length : (last - before) / lastDays;
}
