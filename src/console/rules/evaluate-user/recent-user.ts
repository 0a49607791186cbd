// Converts a user from recent events into a test user, by matching event fields to the attributes that the rules read.
import { plainName } from "#targeting/evaluate/event-user.ts";
import type { EventUser } from "#contract/event.ts";
import type { ReferencedAttribute } from "./referenced-attributes.ts";
import type { TypedUser } from "./typed-user.ts";

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Choice: an event field is matched to the attribute of the same name, ignoring case and separators. */
export function typedFromEvents(user: EventUser, attributes: readonly ReferencedAttribute[]): TypedUser {
  const values = new Map(
    Object.entries({ ...user.metadata, userID: user.userID }).map(([name, value]) => [
      plainName(name),
      value,
    ]),
  );
  return Object.fromEntries(
    attributes.flatMap(({ path }) => {
      const value = values.get(plainName(path.slice(path.indexOf(".") + 1)));
      return value === undefined || value === null ? [] : [[path, textOf(value)]];
    }),
  );
}

/** Label such as "u_51e94776, SE, android". */
export function labelOf({ userID, metadata }: EventUser): string {
  const some = Object.values(metadata)
    .filter((value) => typeof value === "string")
    .slice(0, 3);
  return [userID, ...some].join(", ");
}
