// A user as rules see it, and how its attributes are read: as text, number, version, time or list.

/** Attributes may be of any type, as clients and logged events send them. */
export interface User {
  readonly userID?: unknown;
  readonly customIDs?: Readonly<Record<string, unknown>> | undefined;
  readonly email?: unknown;
  readonly ip?: unknown;
  readonly country?: unknown;
  readonly locale?: unknown;
  readonly appVersion?: unknown;
  readonly browserName?: unknown;
  readonly browserVersion?: unknown;
  readonly osName?: unknown;
  readonly osVersion?: unknown;
  readonly deviceModel?: unknown;
  readonly userAgent?: unknown;
  readonly custom?: Readonly<Record<string, unknown>> | undefined;
  readonly environment?: string | undefined;
  /** When the user asks, ms since the epoch. */
  readonly time?: number | undefined;
  /** Name of the user's group by id of the experiment. */
  readonly experimentGroups?: Readonly<Record<string, string>> | undefined;
}

export type UserAttribute = Exclude<keyof User, "customIDs" | "custom" | "experimentGroups" | "time">;

const attributes: ReadonlySet<string> = new Set<UserAttribute>([
  "userID",
  "email",
  "ip",
  "country",
  "locale",
  "appVersion",
  "browserName",
  "browserVersion",
  "osName",
  "osVersion",
  "deviceModel",
  "userAgent",
  "environment",
]);
const isUserAttribute = (name: string): name is UserAttribute => attributes.has(name);

export const isMissing = (value: unknown): value is undefined | null => value === undefined || value === null;

const own = (record: Readonly<Record<string, unknown>> | undefined, key: string): unknown =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;

/** Choice: a name that the user does not carry is looked up once more in lower case, as clients do. */
const named = (record: Readonly<Record<string, unknown>> | undefined, key: string): unknown =>
  own(record, key) ?? own(record, key.toLowerCase());

/** Choice: a custom field of the name of a user's own attribute is that attribute. */
export const fieldOf = (user: User, field: string): unknown =>
  (isUserAttribute(field) ? user[field] : undefined) ?? named(user.custom, field);

/** Choice: an id type other than userID is one of the custom ids. */
export const unitOf = (user: User, idType: string): unknown =>
  /^user_?id$/i.test(idType) ? user.userID : named(user.customIDs, idType);

/** Choice: a user without an environment is in production, as clients without a tier are. */
export const environmentOf = (user: User): string => user.environment ?? "production";

/** Choice: numbers and booleans count as their text; lists and objects have none and count as missing where text is asked for. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

const isAscii = (text: string) => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/** Choice: letters are compared by Unicode's full case folding in no language, so ß is ss and every sigma is one; dotless ı is i. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : lower.toUpperCase().toLowerCase();
}

export function numberOf(value: unknown): number | undefined {
  const text = textOf(value)?.trim();
  const number = text ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Choice: a version is numbers with dots; from the first - or + on nothing is compared, missing parts are 0, "v1" is no version. */
export function versionOf(value: unknown): readonly number[] | undefined {
  const found = /^\d+(?:\.\d+)*(?=[-+]|$)/.exec(textOf(value)?.trim() ?? "");
  return found?.[0].split(".").map(Number);
}

/** Below 0 where the left one is older. */
export function compareVersions(left: readonly number[], right: readonly number[]): number {
  const parts = Math.max(left.length, right.length);
  for (let at = 0; at < parts; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const digits = /^-?\d{9,16}$/;
const calendar = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\s?(Z|[+-]\d{2}:\d{2})?)?$/i;

/** Time in ms. Choice: nine digits and more are an epoch, in s below 10¹¹, else in ms; ISO 8601 without a zone is UTC; all else is no time. */
export function timeOf(value: unknown): number | undefined {
  const text = textOf(value)?.trim() ?? "";
  if (digits.test(text)) {
    const epoch = Number(text);
    return Math.abs(epoch) < 1e11 ? epoch * 1000 : epoch;
  }
  const [, day, minutes = "00:00", seconds = ":00", fraction = "", zone = "Z"] = calendar.exec(text) ?? [];
  if (!day) return undefined;
  const time = Date.parse(`${day}T${minutes}${seconds}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
  return Number.isNaN(time) ? undefined : time;
}

const msPerDay = 86_400_000;

/** Number of the UTC day. */
export const dayOf = (time: number): number => Math.floor(time / msPerDay);

/** Choice: a text that is a JSON list counts as that list; items are compared as text, with their case. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string" || !value.startsWith("[")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
