// Formats times: absolute in the user's locale, relative only beside the absolute time. Formats are created on first use,
// because creating all of them takes a browser 5 ms.
import { once } from "./once.ts";

export function formatter(options: Intl.DateTimeFormatOptions): (ms: number) => string {
  const format = once(() => new Intl.DateTimeFormat(undefined, options));
  return (ms) => format().format(ms);
}

export const twoDigits = { hour: "2-digit", minute: "2-digit" } as const;
export const dayAndMonth = { day: "numeric", month: "short" } as const;

export const isOfThisYear = (ms: number) => new Date(ms).getFullYear() === new Date().getFullYear();

export const formatDate = formatter({ dateStyle: "medium" });
/** For places where the year is obvious: "Nov 28". */
export const formatDay = formatter(dayAndMonth);
/** "Nov 28", or "Nov 28, 2025" if it is not the current year. */
export const formatShortDate = (ms: number) => (isOfThisYear(ms) ? formatDay(ms) : formatDate(ms));
const days = once(() => new Intl.DateTimeFormat(undefined, { ...dayAndMonth, year: "numeric" }));
/** Formats a range of whole days by its first and last day: "Nov 9 – 22, 2026". */
export const formatDays = (first: number, last: number) => days().formatRange(first, last);
export const formatTime = formatter({ timeStyle: "short" });
export const formatDateTime = formatter({ dateStyle: "medium", timeStyle: "short" });
/** With the time zone, for an exact point in time: "Nov 28, 2026, 09:00 AM UTC". */
export const formatZoned = formatter({
  ...dayAndMonth,
  year: "numeric",
  ...twoDigits,
  timeZoneName: "short",
});
/** The full date and time with the zone, for tooltips. */
export const formatFull = formatter({ dateStyle: "full", timeStyle: "long" });

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const relativeFormat = once(() => new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }));

export function relativeTime(ms: number, now = Date.now()): string {
  const [unit, size] = steps.find(([, length]) => Math.abs(now - ms) >= length) ?? ["second", 1000];
  return relativeFormat().format(Math.round((ms - now) / size), unit);
}
