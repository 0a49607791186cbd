// Users of events as the rules see them, and what their events do not tell.
import type { EventUser } from "#contract/event.ts";
import type { User } from "#targeting/evaluate/conditions.ts";
import type { ReferencedAttribute } from "#console/rules/evaluate-user/referenced-attributes.ts";
import { typedFromEvents } from "#console/rules/evaluate-user/recent-user.ts";
import { userOf } from "#console/rules/evaluate-user/typed-user.ts";

export interface JudgedUser extends User {
  readonly told: EventUser;
}

export const judgedUsers = (
  users: readonly EventUser[],
  asked: readonly ReferencedAttribute[],
  now: number,
): JudgedUser[] => users.map((told) => ({ ...userOf(typedFromEvents(told, asked), now), told }));

export interface Untold {
  readonly label: string;
  /** Users whose events do not tell it. */
  readonly users: number;
  /** Whether percentages part the users by it. */
  readonly isUnit: boolean;
}

/** A user without one is in production; the time is now; the id is what makes the user. */
const alwaysKnown = new Set(["environment", "time", "userID"]);

/** What the rules look at and not all events tell, in the order in which the rules ask. */
export const untoldOf = (users: readonly EventUser[], asked: readonly ReferencedAttribute[]): Untold[] =>
  asked
    .filter(({ path }) => !alwaysKnown.has(path))
    .flatMap((attribute) => {
      const without = users.filter(
        (user) => typedFromEvents(user, [attribute])[attribute.path] === undefined,
      ).length;
      const isUnit = attribute.path.startsWith("customIDs.");
      return without > 0 ? [{ label: attribute.label, users: without, isUnit }] : [];
    });
