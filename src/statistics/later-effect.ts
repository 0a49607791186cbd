// The effect that an experiment will be able to find once it has run longer, from what it finds now (statistics 9.2).

export interface EffectNow {
  /** Minimum detectable effect now, in percent of the control mean. */
  reversePower: number;
  /** Units of both groups now, and those that come on a day. */
  units: number;
  unitsPerDay: number;
}

/** The minimum detectable effect after so many further days: its square falls as the units grow. Undefined without units. */
export function effectAfter(
  { reversePower, units, unitsPerDay }: EffectNow,
  days: number,
): number | undefined {
  if (!(units > 0) || unitsPerDay < 0 || days < 0) return undefined;
  return reversePower * Math.sqrt(units / (units + unitsPerDay * days));
}

/** Days of the end of a run whose average is expected of each day after it. */
const lastDays = 7;

/** New units a day, from how many there were at the end of each full day; 0 where none came. */
export function unitsPerDay(untilDay: readonly number[]): number {
  const last = untilDay.at(-1);
  if (last === undefined) return 0;
  const before = untilDay.at(-1 - lastDays);
  return before === undefined ? last / untilDay.length : (last - before) / lastDays;
}
