// Parses one logged event by hand, with the same result as its schema, which takes several times as long: thousands of events arrive per
// second. A property test compares both.
import type { LoggedEvent, LoggedUser } from "./logged-event.ts";

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

const isText = (value: unknown): value is string | null | undefined =>
  isAbsent(value) || typeof value === "string";

/** JSON numbers can be too large for a double, and are then parsed as Infinity. */
const isTextOrNumber = (value: unknown): value is string | number | null | undefined =>
  isText(value) || (typeof value === "number" && Number.isFinite(value));

const isRecord = (value: unknown): value is Fields | null | undefined => isAbsent(value) || isObject(value);

const isRecordOfIDs = (
  value: unknown,
): value is Readonly<Record<string, string | number | null | undefined>> | null | undefined => {
  if (isAbsent(value)) return true;
  if (!isObject(value)) return false;
  for (const name in value) if (name !== "__proto__" && !isTextOrNumber(value[name])) return false;
  return true;
};

/** Removes a field named `__proto__`, as the schema does. */
function withoutPrototype<Values extends Fields>(fields: Values | null | undefined) {
  if (!fields || !Object.hasOwn(fields, "__proto__")) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "__proto__")) as Values;
}

/** Returns the known fields of a user; undefined if one has the wrong type. */
function readUser(sent: unknown): LoggedUser | undefined {
  if (!isObject(sent)) return undefined;
  const { userID, customIDs, email, ip, userAgent, country, locale, appVersion, custom } = sent;
  const { statsigEnvironment } = sent;
  const isRead =
    isTextOrNumber(userID) &&
    isRecordOfIDs(customIDs) &&
    isText(email) &&
    isText(ip) &&
    isText(userAgent) &&
    isText(country) &&
    isText(locale) &&
    isText(appVersion) &&
    isRecord(custom) &&
    isRecord(statsigEnvironment);
  if (!isRead) return undefined;
  return {
    userID,
    customIDs: withoutPrototype(customIDs),
    email,
    ip,
    userAgent,
    country,
    locale,
    appVersion,
    custom: withoutPrototype(custom),
    statsigEnvironment: withoutPrototype(statsigEnvironment),
  };
}

/** Returns the event, or undefined if it is invalid. */
export function readLoggedEvent(sent: unknown): LoggedEvent | undefined {
  if (!isObject(sent)) return undefined;
  const { eventName, user: sentUser, value, metadata, time } = sent;
  const user = isAbsent(sentUser) ? sentUser : readUser(sentUser);
  const isRead =
    typeof eventName === "string" &&
    eventName !== "" &&
    (user !== undefined || sentUser === undefined) &&
    isTextOrNumber(value) &&
    isRecord(metadata) &&
    isTextOrNumber(time);
  return isRead ? { eventName, user, value, metadata: withoutPrototype(metadata), time } : undefined;
}
