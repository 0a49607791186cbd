// Builds the user that rules evaluate from a user of recent events, by matching the names in events to those that rules read.
import type { EventUser } from "#contract/event.ts";
import { placeOf, unitPlace, type Place, type User } from "./places.ts";
import type { RuleOwner } from "./rules.ts";
import { isMissing } from "./values.ts";

/** Normalizes a name, since events use other naming styles: `app_version` is `appVersion`. */
export const plainName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Returns the user attributes that the rules read and the units that their percentages divide, each with its normalized name. */
export function readPlaces(owners: Iterable<Pick<RuleOwner, "idType" | "rules">>): [string, Place][] {
  const places = [...owners].flatMap(({ idType, rules }) => [
    unitPlace(idType ?? "userID"),
    ...rules.flatMap(({ conditions }) => conditions.flatMap((condition) => placeOf(condition) ?? [])),
  ]);
  const byKey = new Map(places.map((place) => [place.key, place]));
  // Environment and time belong to the request that is evaluated, whatever the events recorded.
  return [...byKey]
    .filter(([key]) => key !== "environment" && key !== "time")
    .map(([key, place]) => [plainName(key.slice(key.indexOf(".") + 1)), place]);
}

/** Choice: a logged text that contains a JSON list is read as that list. */
function logged(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith("[")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const valuesOf = ({ userID, metadata }: EventUser): ReadonlyMap<string, unknown> =>
  new Map(Object.entries({ ...metadata, userID }).map(([name, value]) => [plainName(name), value]));

/** The user agent and the IP address, if the events recorded them. */
export function recordedSources(user: EventUser): Pick<User, "userAgent" | "ip"> {
  const values = valuesOf(user);
  return { userAgent: values.get("useragent"), ip: values.get("ip") };
}

/** Returns the attributes that the service derived from recorded sources, and the sources that were not recorded. */
export function derivedOfEvents(user: EventUser): Pick<User, "derived" | "unrecorded"> {
  const { userAgent, ip } = recordedSources(user);
  return {
    derived: user.derived,
    unrecorded: [
      ...(isMissing(userAgent) ? ["userAgent" as const] : []),
      ...(isMissing(ip) ? ["ip" as const] : []),
    ],
  };
}

export function userOfEvents(
  reported: EventUser,
  places: readonly (readonly [string, Place])[],
  time: number,
): User {
  const values = valuesOf(reported);
  let user: User = { userID: reported.userID, time, ...derivedOfEvents(reported) };
  for (const [name, place] of places) {
    const value = values.get(name);
    if (value !== undefined && value !== null) user = place.put(user, logged(value));
  }
  return user;
}
