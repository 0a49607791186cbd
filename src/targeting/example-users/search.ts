// Searches for a made-up user who meets goals that each have several alternatives. It tries values place by place, up to a bound.
import type { Place, User } from "#targeting/evaluate/places.ts";

/** A condition on the value of one place. */
export interface Limit {
  readonly place: Place;
  /** Tests a user in whom only this place is filled in. */
  readonly holds: (user: User) => boolean;
  /** True if a value is preferred to none. */
  readonly isShown: boolean;
}

/** One way to meet a goal: limits, and goals that must then be met as well. */
export interface Alternative {
  readonly limits?: readonly Limit[];
  readonly goals?: readonly Goal[];
}

/** The ways to meet it; without any, no user does. */
export type Goal = () => Iterable<Alternative>;

/** Values worth trying in a place, without a missing one. */
export type ValuesAt = (place: Place) => Iterable<unknown>;

interface Filled {
  readonly limits: readonly Limit[];
  readonly value: unknown;
}

type State = ReadonlyMap<string, Filled>;

/** The most values that one search tries. */
const mostTries = 100_000;

function* valuesInOrder(place: Place, limits: readonly Limit[], valuesAt: ValuesAt): Iterable<unknown> {
  const isShown = limits.some((limit) => limit.isShown);
  if (!isShown) yield undefined;
  yield* valuesAt(place);
  if (isShown) yield undefined;
}

/** Users who meet the goals, the simplest first; the caller takes the first that the evaluation confirms. */
export function* usersFor(goals: readonly Goal[], valuesAt: ValuesAt): Generator<User> {
  let tries = 0;

  /** Fills the place of a limit anew, so that all limits on it hold. */
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
