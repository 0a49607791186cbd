// Formats points in time as in a log, and the ticks of a time axis.
import {
  dayAndMonth,
  formatDate,
  formatDay,
  formatShortDate,
  formatter,
  isOfThisYear,
  twoDigits,
} from "./time-format.ts";
import { plural } from "./wording.ts";

const minute = 60_000;
const halfDay = 720 * minute;
const day = 1440 * minute;
const toMilliseconds = {
  ...dayAndMonth,
  ...twoDigits,
  second: "2-digit",
  fractionalSecondDigits: 3,
  hourCycle: "h23",
} as const;
const toMinutes = formatter({ ...twoDigits, hourCycle: "h23" });
const ofThisYear = formatter(toMilliseconds);
const ofAnotherYear = formatter({ ...toMilliseconds, year: "numeric" });

/** Formats a time to the millisecond, as in a log; with the year if it is not the current one. */
export const formatInstant = (ms: number) => (isOfThisYear(ms) ? ofThisYear : ofAnotherYear)(ms);

/** Formats a time as briefly as is exact: "Nov 28, 13:41", "Nov 28, 13:41:54.460". */
export function formatMoment(ms: number): string {
  return ms % minute === 0 ? `${formatShortDate(ms)}, ${toMinutes(ms)}` : formatInstant(ms);
}

const inSeconds = formatter({ ...twoDigits, second: "2-digit", hourCycle: "h23" });
const inDays = formatter({ ...dayAndMonth, ...twoDigits, hourCycle: "h23" });

/** Returns the shortest format for an axis over `span` with ticks `step` apart, both in ms: with the hours of a log. */
export const instantFormat = (span: number, step: number) => {
  if (span > 300 * day) return formatDate;
  if (step >= day) return formatDay;
  return span > halfDay ? inDays : step < minute ? inSeconds : toMinutes;
};

/** Formats a duration: "14 days", "3 hours", "20 min", "9 s". */
export function spanText(ms: number): string {
  if (ms >= 2 * day) return plural(Math.round(ms / day), "day");
  if (ms >= 120 * minute) return plural(Math.round(ms / (60 * minute)), "hour");
  return ms >= 2 * minute ? `${Math.round(ms / minute)} min` : `${Math.max(1, Math.round(ms / 1000))} s`;
}
