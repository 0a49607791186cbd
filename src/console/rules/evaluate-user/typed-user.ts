// The typed attributes of a test user, and their conversion to and from a user for evaluation.
import type { User } from "#targeting/evaluate/places.ts";

/** Typed text by path, such as "custom.plan". An empty text means that the user does not have the attribute. */
export type TypedUser = Readonly<Record<string, string>>;

/** Parses lists and objects as JSON; everything else stays a string, as clients send it. */
function valueOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Parses the time of the request; defaults to now. */
function timeOf(text: string | undefined, now: number): number {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? now : time;
}

/** Builds the user for evaluation; `derived` are the attributes that the service derived from user agent and IP address. */
export function userOf(typed: TypedUser, now: number, derived?: User["derived"]): User {
  const carried = Object.entries(typed).filter(([path, text]) => path !== "time" && text !== "");
  const under = (group: string) =>
    Object.fromEntries(
      carried.flatMap(([path, text]) =>
        path.startsWith(`${group}.`) ? [[path.slice(group.length + 1), valueOf(text)]] : [],
      ),
    );
  const own = Object.fromEntries(carried.filter(([path]) => !path.includes(".")));
  const groups = Object.entries(under("experimentGroups")).map(([id, group]) => [id, String(group)]);
  return {
    ...own,
    customIDs: under("customIDs"),
    custom: under("custom"),
    experimentGroups: Object.fromEntries(groups),
    time: timeOf(typed["time"], now),
    derived,
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Converts a user into the typed form. */
export function typedOf(user: User): TypedUser {
  const {
    custom = {},
    customIDs = {},
    experimentGroups = {},
    time,
    derived: _,
    unrecorded: _none,
    ...own
  } = user;
  const under = (group: string, values: Readonly<Record<string, unknown>>) =>
    Object.entries(values).map(([name, value]): [string, unknown] => [`${group}.${name}`, value]);
  const all = [
    ...Object.entries(own),
    ...under("customIDs", customIDs),
    ...under("custom", custom),
    ...under("experimentGroups", experimentGroups),
    ...(time === undefined ? [] : [["time", new Date(time).toISOString().slice(0, 16)] as const]),
  ];
  return Object.fromEntries(
    all.flatMap(([path, value]) => (value === undefined || value === null ? [] : [[path, textOf(value)]])),
  );
}
