// Conversion of dates in conditions: stored in ms or as text, shown and typed in a time zone that is displayed beside them.
import { timeOfText } from "#targeting/evaluate/time-of-text.ts";

/** Time zones in which a time can be typed, the user's own first. */
export const timeZones = [...new Set([new Intl.DateTimeFormat().resolvedOptions().timeZone, "UTC"])];
export const [ownZone = "UTC"] = timeZones;

/** Whether a date field can show the text. */
export const isDate = (value: string) => value === "" || timeOfText(value) !== undefined;

/** Formats a time as `2026-11-30T09:00` in the zone; empty if it is not a valid time. */
export function localTime(value: string, zone = ownZone): string {
  const time = timeOfText(value);
  if (time === undefined) return "";
  const offset = zone === "UTC" ? 0 : new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16);
}

/** Converts a local time in the zone to ms since the epoch, as text. */
export const parseLocalTime = (text: string, zone = ownZone) =>
  text ? String(new Date(zone === "UTC" ? `${text}Z` : text).getTime()) : "";

/** Formats a day as `2026-11-30`, in UTC, because days are compared in UTC. */
export function day(value: string): string {
  const time = timeOfText(value);
  return time === undefined ? "" : new Date(time).toISOString().slice(0, 10);
}
