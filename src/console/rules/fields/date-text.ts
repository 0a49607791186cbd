// Dates of conditions: stored in ms or as text, read and typed in a time zone that is named beside them.
import { timeOfText } from "#targeting/evaluate/time-of-text.ts";

/** Zones in which a time can be typed; the reader's own first. */
export const timeZones = [...new Set([new Intl.DateTimeFormat().resolvedOptions().timeZone, "UTC"])];
export const [ownZone = "UTC"] = timeZones;

/** A text that a date field can show; anything else stays text. */
export const isDate = (value: string) => value === "" || timeOfText(value) !== undefined;

/** `2026-11-30T09:00` in the zone; empty when it is no time. */
export function localTime(value: string, zone = ownZone): string {
  const time = timeOfText(value);
  if (time === undefined) return "";
  const offset = zone === "UTC" ? 0 : new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16);
}

/** ms since the epoch, as text. */
export const timeOfLocal = (text: string, zone = ownZone) =>
  text ? String(new Date(zone === "UTC" ? `${text}Z` : text).getTime()) : "";

/** `2026-11-30`: a day is compared in UTC. */
export function day(value: string): string {
  const time = timeOfText(value);
  return time === undefined ? "" : new Date(time).toISOString().slice(0, 10);
}
