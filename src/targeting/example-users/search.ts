// Searches for a generated user who meets goals that each have several alternatives, by trying values place by place up to a limit.
import type { Place, User } from "#targeting/evaluate/places.ts";

/** A constraint on the value of one place. */
export interface Limit {
  readonly place: Place;
  /** Tests a user in whom only this place is filled in. */
  readonly holds: (user: User) => boolean;
  /** True if the place should get a value even if the constraint holds without one. */
  readonly isShown: boolean;
}

/** One way to meet a goal: constraints on values, and further goals that must be met as well. */
export interface Alternative {
  readonly limits?: readonly Limit[];
  readonly goals?: readonly Goal[];
}

/** Yields the alternatives of a goal; if there are none, no user can meet it. */
export type Goal = () => Iterable<Alternative>;

/** Returns the values worth trying in a place, excluding the missing value. */
export type ValuesAt = (place: Place) => Iterable<unknown>;

interface Filled {
  readonly limits: readonly Limit[];
  readonly value: unknown;
}

type State = ReadonlyMap<string, Filled>;

/** Maximum number of values that one search tries. */
const mostTries = 100_000;

function* valuesInOrder(place: Place, limits: readonly Limit[], valuesAt: ValuesAt): Iterable<unknown> {
  const isShown = limits.some((limit) => limit.isShown);
  if (!isShown) yield undefined;
  yield* valuesAt(place);
  if (isShown) yield undefined;
}

/** Yields users who meet the goals, the simplest first; the caller takes the first one that the evaluation confirms. */
export function* usersFor(goals: readonly Goal[], valuesAt: ValuesAt): Generator<User> {
  let tries = 0;

  /** Fills the place of a constraint again, so that all constraints on the place hold. */
  function fill(state: State, limit: Limit): State | undefined {
    const { place } = limit;
    const before = state.get(place.key);
    const limits = [...(before?.limits ?? []), limit];
    const holds = (value: unknown) => {
      tries += 1;
      const user = place.put({}, value);
      return limits.every((each) => each.holds(user));
    };
    for (const value of valuesInOrder(place, limits, valuesAt)) {
      if (tries > mostTries) return undefined;
      if (holds(value)) return new Map(state).set(place.key, { limits, value });
    }
    return undefined;
  }

  function* solve(state: State, left: readonly Goal[]): Generator<State> {
    const [goal, ...rest] = left;
    if (!goal) {
      yield state;
      return;
    }
    for (const { limits = [], goals: more = [] } of goal()) {
      let next: State | undefined = state;
      for (const limit of limits) next = next && fill(next, limit);
      if (next) yield* solve(next, [...more, ...rest]);
      if (tries > mostTries) return;
    }
  }

  for (const state of solve(new Map(), goals)) {
    let user: User = {};
    for (const { limits, value } of state.values())
      if (value !== undefined) user = limits[0]?.place.put(user, value) ?? user;
    yield user;
    tries += 1;
    if (tries > mostTries) return;
  }
}
