// Minimum detectable effects of a planned experiment by day, from recorded days (statistics 9.1).
import { minimumEffect, sequentialMinimumEffect, type GroupPair, type UnitSpread } from "./power.ts";

/** Spread of unit values over the last `days` recorded days. */
export interface PastSpread extends UnitSpread {
  days: number;
  /** Share of the units that are included, 0 to 1: those with a denominator. */
  takingPart: number;
}

export interface PlannedDays {
  alpha: number;
  /** Units first seen on each recorded day. */
  newUnits: readonly number[];
  /** In ascending order of `days`; at least one. */
  spreads: readonly PastSpread[];
  /** Allocation of control and test as shares of all eligible units, 0 to 1. */
  shares: GroupPair;
}

export interface PlannedDay {
  /** Day of the experiment, from 1. */
  day: number;
  fixed: number;
  sequential: number;
}

/** New units are extrapolated from the average of this many last days. */
const lastDays = 7;

/** Returns the distinct units seen by the end of a day (counted from 1).
 *  Choice: after the recorded days each day brings as many new units as the average of the last seven. */
export function unitsUntil(newUnits: readonly number[], day: number): number {
  const known = newUnits.slice(0, day).reduce((sum, units) => sum + units, 0);
  const last = newUnits.slice(-lastDays);
  const average = last.length > 0 ? last.reduce((sum, units) => sum + units, 0) / last.length : 0;
  return known + Math.max(0, day - newUnits.length) * average;
}

/** Interpolates with a power of the number of days that passes through both points. */
const between = (day: number, [firstDay, first]: [number, number], [lastDay, last]: [number, number]) =>
  first * (last / first) ** (Math.log(day / firstDay) / Math.log(lastDay / firstDay));

/** The spread after some days. Choice: between two measured numbers of days the relative variance of unit values follows a power of the days, and outside of them it is constant. */
export function spreadOn(spreads: readonly PastSpread[], day: number): PastSpread | undefined {
  const after = spreads.find(({ days }) => days >= day) ?? spreads.at(-1);
  const before = spreads.findLast(({ days }) => days <= day) ?? spreads[0];
  if (!after || !before || after === before) return after;
  const relative = ({ mean, variance }: UnitSpread) => variance / mean ** 2;
  const [first, last] = [relative(before), relative(after)];
  if (!(first > 0 && last > 0 && before.takingPart > 0 && after.takingPart > 0)) return after;
  const at = (early: number, late: number) => between(day, [before.days, early], [after.days, late]);
  return {
    days: day,
    mean: after.mean,
    variance: at(first, last) * after.mean ** 2,
    takingPart: at(before.takingPart, after.takingPart),
  };
}

/** Returns the minimum detectable effects by the end of a day; undefined if there are too few units. */
export function plannedDay(
  { alpha, newUnits, spreads, shares }: PlannedDays,
  day: number,
): PlannedDay | undefined {
  const spread = spreadOn(spreads, day);
  if (!spread) return undefined;
  const units = unitsUntil(newUnits, day) * spread.takingPart;
  const pair = { control: units * shares.control, test: units * shares.test };
  const fixed = minimumEffect(alpha, spread, pair);
  const sequential = sequentialMinimumEffect(alpha, spread, pair);
  return fixed === undefined || sequential === undefined ? undefined : { day, fixed, sequential };
}

/** Returns for each relative effect (percent) the first day by whose end one look detects it; null if none up to `longest` does. */
export function daysOfEffects(
  { alpha, newUnits, spreads, shares }: PlannedDays,
  effects: readonly number[],
  longest: number,
): (number | null)[] {
  const days = effects.map((): number | null => null);
  for (let day = 1; day <= longest && days.includes(null); day += 1) {
    const spread = spreadOn(spreads, day);
    if (!spread) return days;
    const units = unitsUntil(newUnits, day) * spread.takingPart;
    const pair = { control: units * shares.control, test: units * shares.test };
    const found = minimumEffect(alpha, spread, pair) ?? Infinity;
    for (const [index, effect] of effects.entries())
      if (days[index] === null && found <= effect) days[index] = day;
  }
  return days;
}

/** Returns the first day by whose end a relative effect (percent) is detected,
 *  with one look and with sequential testing; null if none up to `longest` is. */
export function daysNeeded(
  planned: PlannedDays,
  effect: number,
  longest: number,
): { fixed: number | null; sequential: number | null } {
  const needed: { fixed: number | null; sequential: number | null } = { fixed: null, sequential: null };
  for (let day = 1; day <= longest && needed.sequential === null; day += 1) {
    const found = plannedDay(planned, day);
    if (!found) continue;
    if (needed.fixed === null && found.fixed <= effect) needed.fixed = day;
    if (found.sequential <= effect) needed.sequential = day;
  }
  return needed;
}
