// Times as they are written: absolute in the reader's locale, relative only beside the absolute one.

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

const instantFormats = {
  seconds: new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  minutes: timeFormat,
  days: new Intl.DateTimeFormat(undefined, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }),
};
const logFormat = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hour12: false,
});

export const formatDate = (ms: number) => dateFormat.format(ms);
export const formatTime = (ms: number) => timeFormat.format(ms);
export const formatDateTime = (ms: number) => dateTimeFormat.format(ms);
/** To the millisecond, as in a log. */
export const formatInstant = (ms: number) => logFormat.format(ms);

const minute = 60_000;
const halfDay = 720 * minute;

/** As short as a time within a span can be written whose marks are `step` apart, both in ms. */
export function instantFormat(span: number, step: number): (ms: number) => string {
  const format = instantFormats[span > halfDay ? "days" : step < minute ? "seconds" : "minutes"];
  return (ms) => format.format(ms);
}

/** With the zone, for hover. */
export const formatFull = (ms: number) => fullFormat.format(ms);

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

export function relativeTime(ms: number, now = Date.now()): string {
  const [unit, size] = steps.find(([, length]) => Math.abs(now - ms) >= length) ?? ["second", 1000];
  return relativeFormat.format(Math.round((ms - now) / size), unit);
}
