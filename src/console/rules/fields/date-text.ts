// Dates of conditions: stored in ms or as text, shown in the reader's time zone.
import { timeOf } from "#targeting/evaluate/values.ts";

/** A text that a date field can show; anything else stays text. */
export const isDate = (value: string) => value === "" || timeOf(value) !== undefined;

/** `2026-11-30T09:00` in the reader's zone; empty when it is no time. */
export function localTime(value: string): string {
  const time = timeOf(value);
  if (time === undefined) return "";
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** ms since the epoch, as text. */
export const timeOfLocal = (text: string) => (text ? String(new Date(text).getTime()) : "");

/** `2026-11-30`: a day is compared in UTC. */
export function day(value: string): string {
  const time = timeOf(value);
  return time === undefined ? "" : new Date(time).toISOString().slice(0, 10);
}
