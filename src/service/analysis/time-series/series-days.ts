// Determines the days of a time series and the units that take part on each of them. Pure.
import { day } from "#service/analysis/totals/assignment.ts";

/** Stands for the crossing day of units that never crossed; later than any day. */
export const never = 9_000_000_000_000_000;

/** Units of one group that were first exposed on the same day and crossed on the same day, or never. */
export type DayUnits = {
  /** One-based group number. */
  groupNumber: number;
  firstDay: number;
  crossedDay: number;
  units: number;
};

/** Choice: a time series of more than 90 days returns 90 of them, evenly spaced, including the first and the last. */
const mostDays = 90;

function chosen(count: number): number[] {
  const shown = Math.min(count, mostDays);
  return Array.from({ length: shown }, (_, place) =>
    shown === count ? place : Math.round((place * (count - 1)) / (shown - 1)),
  );
}

/** `groups` are all group ids in the order of their numbers, `units` must not be empty, and `end` is the last ms that counts. */
export function seriesDays(groups: readonly string[], units: readonly DayUnits[], end: number) {
  const firstDay = units.reduce((first, some) => Math.min(first, some.firstDay), never);
  const lastDay = end - (end % day);
  const count = (lastDay - firstDay) / day + 1;
  const staying = units.filter(({ crossedDay }) => crossedDay === never);
  const unitsWhere = (among: readonly DayUnits[], isIn: (some: DayUnits) => boolean) => {
    const found = Object.fromEntries(groups.map((group) => [group, 0]));
    for (const { groupNumber, units: more } of among.filter(isIn)) {
      const group = groups[groupNumber - 1] ?? "";
      found[group] = (found[group] ?? 0) + more;
    }
    return found;
  };
  // Later days since exposure have no units: they start after the window for every unit that did not cross.
  const earliest = staying.reduce((first, some) => Math.min(first, some.firstDay), never);
  return {
    /** Starts of the days for which cumulative values are measured. */
    days: chosen(count).map((number) => firstDay + number * day),
    /** Numbers of days since exposure that are measured alone. */
    numbers: staying.length > 0 ? chosen((lastDay - earliest) / day + 1) : [],
    exposures: Array.from({ length: count }, (_, number) => firstDay + number * day).map((time) => ({
      time,
      units: unitsWhere(staying, (some) => some.firstDay === time),
    })),
    unitsUntil: (time: number) =>
      unitsWhere(units, (some) => some.firstDay <= time && some.crossedDay > time),
    unitsSince: (number: number) => unitsWhere(staying, (some) => some.firstDay + number * day <= lastDay),
  };
}
