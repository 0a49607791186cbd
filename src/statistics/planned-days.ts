// The effects that a planned experiment can find by the end of each of its days, from the days of the past (statistics 9.1).
import { minimumEffect, sequentialMinimumEffect, type GroupPair, type UnitSpread } from "./power.ts";

/** Values of units over so many days of the past. */
export interface PastSpread extends UnitSpread {
  days: number;
  /** Share of the units that take part, 0 to 1: those with a denominator. */
  takingPart: number;
}

export interface PlannedDays {
  alpha: number;
  /** Units that came on each day of the past and not on one before. */
  newUnits: readonly number[];
  /** By their days, ascending; at least one. */
  spreads: readonly PastSpread[];
  /** Shares of all eligible units, 0 to 1. */
  shares: GroupPair;
}

export interface PlannedDay {
  /** From 1. */
  day: number;
  fixed: number;
  sequential: number;
}

/** Days of the end of the past whose average is expected of each day after it. */
const lastDays = 7;

/** Units that have come by the end of a day, which is counted from 1; a unit that comes again is none.
 *  Choice: after the recorded days each day brings as many new units as the last seven did on average. */
export function unitsUntil(newUnits: readonly number[], day: number): number {
  const known = newUnits.slice(0, day).reduce((sum, units) => sum + units, 0);
  const last = newUnits.slice(-lastDays);
  const average = last.length > 0 ? last.reduce((sum, units) => sum + units, 0) / last.length : 0;
  return known + Math.max(0, day - newUnits.length) * average;
}

/** A power of the days that goes through both numbers. */
const between = (day: number, [firstDay, first]: [number, number], [lastDay, last]: [number, number]) =>
  first * (last / first) ** (Math.log(day / firstDay) / Math.log(lastDay / firstDay));

/** The spread after some days. Choice: between two measured numbers of days the relative variance of unit values is a power of the days, and outside of them it stays. */
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

/** The effects that can be found by the end of one day; undefined where too few units have come. */
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

/** For each of some relative effects, in percent, the first day by whose end it is found in one look; null where none up to `longest` is. */
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

/** The first day by whose end a relative effect, in percent, is found in one look and however often one looks; null where none up to `longest` is. */
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
