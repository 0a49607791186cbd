// Users of events as the rules see them, and what their events do not tell.
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

export interface Unreported {
  readonly label: string;
  /** Users whose events do not tell it. */
  readonly users: number;
  /** Whether percentages part the users by it. */
  readonly isUnit: boolean;
  /** It is read from this where a user does not carry it, and no event tells that either. */
  readonly source: ReturnType<typeof sourceOf>;
}

/** A user without one is in production; the time is now; the id is what makes the user. */
const alwaysKnown = new Set(["environment", "time", "userID"]);

/** The attributes that the rules read and not all events carry, in the order of the rules. */
export const unreportedIn = (
  users: readonly EventUser[],
  requested: readonly ReferencedAttribute[],
): Unreported[] =>
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
