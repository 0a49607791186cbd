// Searches for a made-up user who meets goals that each have several alternatives. It tries values slot by slot, up to a bound.
import type { User } from "#targeting/evaluate/conditions.ts";
import type { Slot } from "./slot.ts";

/** A condition on the value of one slot. */
export interface Limit {
  readonly slot: Slot;
  /** Tests a user in whom only this slot is filled in. */
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

/** Values worth trying in a slot, without a missing one. */
export type ValuesAt = (slot: Slot) => Iterable<unknown>;

interface Filled {
  readonly limits: readonly Limit[];
  readonly value: unknown;
}

type State = ReadonlyMap<string, Filled>;

/** The most values that one search tries. */
const mostTries = 100_000;

function* valuesInOrder(slot: Slot, limits: readonly Limit[], valuesAt: ValuesAt): Iterable<unknown> {
  const isShown = limits.some((limit) => limit.isShown);
  if (!isShown) yield undefined;
  yield* valuesAt(slot);
  if (isShown) yield undefined;
}

/** Users who meet the goals, the simplest first; the caller takes the first that the evaluation confirms. */
export function* usersFor(goals: readonly Goal[], valuesAt: ValuesAt): Generator<User> {
  let tries = 0;

  /** Fills the slot of a limit anew, so that all limits on it hold. */
  function fill(state: State, limit: Limit): State | undefined {
    const { slot } = limit;
    const before = state.get(slot.key);
    const limits = [...(before?.limits ?? []), limit];
    const holds = (value: unknown) => {
      tries += 1;
      const user = slot.put({}, value);
      return limits.every((each) => each.holds(user));
    };
    for (const value of valuesInOrder(slot, limits, valuesAt)) {
      if (tries > mostTries) return undefined;
      if (holds(value)) return new Map(state).set(slot.key, { limits, value });
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
      if (value !== undefined) user = limits[0]?.slot.put(user, value) ?? user;
    yield user;
    tries += 1;
    if (tries > mostTries) return;
  }
}
