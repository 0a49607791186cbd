// Determines why a logged event is refused, and reduces the event to what may be stored for a day. Pure.
import type { LoggedEvent } from "#contract/logged-event.ts";
import type { EventRefusal } from "#contract/rejected-event.ts";
import type { RefusedEvent } from "#service/http/rejections.ts";
import { withoutKeys } from "#service/http/sdk-keys.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Limits of a stored copy, beyond anything a library sends; whatever exceeds them is cut. */
const most = { levels: 20, characters: 10_000, fields: 500 };

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const cutText = (text: string) => {
  const kept = text.length > most.characters ? `${text.slice(0, most.characters)}…` : text;
  return withoutKeys(kept.replace(/\0|\p{Surrogate}/gu, "\uFFFD"));
};

/** Returns a copy of a value without API keys, cut to the limits, with only texts that every database can store. */
function copyOf(value: unknown, level = 0): unknown {
  if (typeof value === "string") return cutText(value);
  if (typeof value !== "object" || value === null) return value;
  if (level >= most.levels) return "…";
  if (Array.isArray(value)) return value.slice(0, most.fields).map((item) => copyOf(item, level + 1));
  const fields = Object.entries(value).slice(0, most.fields);
  return Object.fromEntries(fields.map(([name, field]) => [cutText(name), copyOf(field, level + 1)]));
}

const typeOf = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "list" : typeof value === "string" ? "text" : typeof value;

/** Returns the ids of a user, and the types of all other attributes instead of their values; private attributes are left out. */
const userOf = (user: Fields) =>
  Object.fromEntries(
    Object.entries(user)
      .filter(([name]) => name !== "privateAttributes")
      .slice(0, most.fields)
      .map(([name, value]) => [
        cutText(name),
        name === "userID" || name === "customIDs" ? copyOf(value, 1) : `(${typeOf(value)})`,
      ]),
  );

/** Choice: a refused event is stored, but with the attributes of its user replaced by their types. */
export function storedEvent(sent: unknown): unknown {
  if (!isObject(sent)) return copyOf(sent);
  const { user, ...others } = sent;
  const copy = copyOf(others);
  if (user === undefined || !isObject(copy)) return copy;
  return { ...copy, user: isObject(user) ? userOf(user) : `(${typeOf(user)})` };
}

const isTime = (time: LoggedEvent["time"]) =>
  time === null ||
  time === undefined ||
  Number.isFinite(typeof time === "string" && !/^[0-9.]+$/.test(time) ? Date.parse(time) : Number(time));

const fieldTypes: readonly [string, string, (value: unknown) => boolean][] = [
  ["user", "an object with ids, texts and fields of the known types", isObject],
  ["value", "a text or a number", (value) => typeof value === "string" || typeof value === "number"],
  ["metadata", "an object", isObject],
  ["time", "ms or a date", (value) => typeof value === "string" || typeof value === "number"],
];

/** Returns the reason why an event could not be read. */
function troubleOf(sent: unknown): Pick<RefusedEvent, "reason" | "message"> {
  if (!isObject(sent))
    return { reason: "bad_fields", message: `Expected an object, received ${typeOf(sent)}` };
  const { eventName } = sent;
  if (typeof eventName !== "string" || eventName === "")
    return {
      reason: "bad_name",
      message: `eventName: Expected a text, received ${eventName === "" ? "an empty one" : typeOf(eventName)}`,
    };
  const [name, expected] =
    fieldTypes.find(([field, , isRight]) => {
      const value = sent[field];
      return value !== undefined && value !== null && !isRight(value);
    }) ??
    fieldTypes[0] ??
    [];
  const reason: EventRefusal = name === "time" ? "bad_time" : "bad_fields";
  return { reason, message: `${name}: Expected ${expected}` };
}

const hasUnit = ({ user }: LoggedEvent, stableID: string | null | undefined) =>
  [stableID, user?.userID, ...Object.values(user?.customIDs ?? {})].some(
    (id) => id !== null && id !== undefined && id !== "",
  );

/** Returns the refusal of an event, undefined if it is accepted. `event` is what was read from `sent`, undefined if it could not
 *  be read. */
export function refusalOf(
  sent: unknown,
  event: LoggedEvent | undefined,
  stableID: string | null | undefined,
): RefusedEvent | undefined {
  const refuse = (reason: EventRefusal, message: string) => ({ reason, message, event: storedEvent(sent) });
  if (!event) {
    const { reason, message } = troubleOf(sent);
    return refuse(reason, message);
  }
  if (!isTime(event.time))
    return refuse(
      "bad_time",
      `time: Expected ms or a date, received '${cutText(String(event.time)).slice(0, 100)}'`,
    );
  // Events that libraries log by themselves state their unit in another way.
  if (event.eventName.startsWith("statsig::") || hasUnit(event, stableID)) return undefined;
  return refuse("no_unit", "user: Expected a userID or a custom id");
}
