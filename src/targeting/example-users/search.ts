// Looks for a made-up user who meets goals that each have several ways. It tries values place by place and gives up after a bound.
import type { User } from "#targeting/evaluate/conditions.ts";
import type { Slot } from "./slot.ts";

/** What one place in the user has to be. */
export interface Limit {
  readonly slot: Slot;
  /** Asked with a user who has this one place filled in. */
  readonly holds: (user: User) => boolean;
  /** Whether the user should rather have a value there than none. */
  readonly isShown: boolean;
}

/** One way to a goal: limits, and goals that then have to be met as well. */
export interface Alternative {
  readonly limits?: readonly Limit[];
  readonly goals?: readonly Goal[];
}

/** The ways to meet it; no way is no user. */
export type Goal = () => Iterable<Alternative>;

/** Values worth trying in a slot, without a missing one. */
export type ValuesAt = (slot: Slot) => Iterable<unknown>;

interface Filled {
  readonly limits: readonly Limit[];
  readonly value: unknown;
}

type State = ReadonlyMap<string, Filled>;

/** How often a value may be tried in one search. */
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

  /** Fills the place of a limit anew, so that all limits on it hold. */
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
