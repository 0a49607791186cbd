// Reads a value of any type as text, number, time or list.
import { timeOfText } from "./time-of-text.ts";

export const isMissing = (value: unknown): value is undefined | null => value === undefined || value === null;

/** Choice: numbers and booleans count as their text; lists and objects have no text, and count as missing where one is needed. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Choice: texts are compared in Unicode lower case without the rules of any language, as in clients: ß is not ss. */
export const lowerCased = (text: string): string => text.toLowerCase();

export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  const text = textOf(value)?.trim();
  const number = text ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const plain = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z)?$/;

const twoDigits = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;

export const msPerDay = 86_400_000;

/** Days since 1970. Years are counted from March, so that a leap day comes last. */
function daysUntil(year: number, month: number, day: number): number {
  const years = month > 2 ? year : year - 1;
  const months = month > 2 ? month - 3 : month + 9;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return 365 * years + leapDays + Math.floor((153 * months + 2) / 5) + day - 719_469;
}

/** Date.parse of a plain text. Choice: ISO 8601 dates are parsed by our own code, all other forms by the engine's parser. */
function plainTime(text: string): number {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const isTimed = text.length > 10;
  const hours = isTimed ? twoDigits(text, 11) : 0;
  const minutes = isTimed ? twoDigits(text, 14) : 0;
  const seconds = isTimed ? twoDigits(text, 17) : 0;
  const ms = text.length > 20 ? twoDigits(text, 20) * 10 + text.charCodeAt(22) - 48 : 0;
  const isUsual = month > 0 && month < 13 && day > 0 && day < 29 && hours < 24;
  return isUsual && minutes < 60 && seconds < 60
    ? daysUntil(year, month, day) * msPerDay + ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms
    : Date.parse(text);
}

/** Like `timeOfText`, for a value of any type. */
export function timeOf(value: unknown): number | undefined {
  const text = textOf(value)?.trim() ?? "";
  if (!plain.test(text)) return timeOfText(text);
  const time = plainTime(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Number of the UTC day since 1970. */
export const dayOf = (time: number): number => Math.floor(time / msPerDay);

/** Choice: a text that contains a JSON list is not a list, as in clients; list items are compared as text, case-sensitively. */
export const listOf = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : undefined;
