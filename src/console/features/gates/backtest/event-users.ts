// Converts the users of events for evaluation by rules, and finds the attributes that their events do not contain.
import type { EventUser } from "#contract/event.ts";
import { derivedOfEvents } from "#targeting/evaluate/event-user.ts";
import { sourceOf, type User } from "#targeting/evaluate/places.ts";
import type { ReferencedAttribute } from "#console/rules/evaluate-user/referenced-attributes.ts";
import { typedFromEvents } from "#console/rules/evaluate-user/recent-user.ts";
import { userOf } from "#console/rules/evaluate-user/typed-user.ts";

export interface EvaluatedUser extends User {
  readonly reported: EventUser;
}

export const evaluatedUsers = (
  users: readonly EventUser[],
  requested: readonly ReferencedAttribute[],
  now: number,
): EvaluatedUser[] =>
  users.map((reported) => ({
    ...userOf(typedFromEvents(reported, requested), now),
    ...derivedOfEvents(reported),
    reported,
  }));

export interface UnloggedAttribute {
  readonly label: string;
  /** Number of users whose events do not contain the attribute. */
  readonly users: number;
  /** Whether the attribute is a unit id, by which percentages divide the users. */
  readonly isUnit: boolean;
  /** The source from which a missing attribute is derived, where the events do not contain that source either. */
  readonly source: ReturnType<typeof sourceOf>;
}

/** Always known: the environment defaults to production, the time is now, and every user has an id. */
const alwaysKnown = new Set(["environment", "time", "userID"]);

/** The attributes that the rules read but that some users' events lack, in the order of the rules. */
export const unloggedAttributes = (
  users: readonly EventUser[],
  requested: readonly ReferencedAttribute[],
): UnloggedAttribute[] =>
  requested
    .filter(({ path, isSource }) => !alwaysKnown.has(path) && !isSource)
    .flatMap((attribute) => {
      const { path, label } = attribute;
      const source = sourceOf(path);
      const isTold = (user: EventUser) =>
        typedFromEvents(user, [attribute])[path] !== undefined ||
        (source !== undefined && !derivedOfEvents(user).unrecorded?.includes(source));
      const without = users.filter((user) => !isTold(user)).length;
      return without > 0 ? [{ label, users: without, isUnit: path.startsWith("customIDs."), source }] : [];
    });
