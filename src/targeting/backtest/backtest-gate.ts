// Compares a stored gate with its draft: decides both for the same users and reports who gains and who loses access.
import { baseIDOf } from "#contract/rule.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { prepareGate, type GateFacts, type Gates } from "#targeting/evaluate/evaluate.ts";
import type { Decision } from "#targeting/evaluate/rules.ts";
import { explainChange, type Cause } from "./explain-change.ts";

export interface ChangedUser<U extends User = User> {
  readonly user: U;
  readonly effect: "gain" | "lose";
  readonly before: Decision;
  readonly after: Decision;
  readonly cause: Cause;
}

export interface BacktestResult<U extends User = User> {
  /** Number of all users, including those for whom a gate could not be decided. */
  readonly users: number;
  readonly gain: number;
  readonly lose: number;
  readonly stayPassing: number;
  readonly stayFailing: number;
  readonly notEvaluated: number;
  /** Why a gate could not be decided for some users, the most frequent reason first. */
  readonly reasons: readonly { readonly message: string; readonly users: number }[];
  /** The first users whose result changes, in the order in which they were added. */
  readonly rows: readonly ChangedUser<U>[];
  /**
   * Indexes of new draft rules with a partial percentage. Their ids, which salt the bucketing, are assigned on save:
   * the number of users is right, but which users pass is not certain yet.
   */
  readonly unsettled: readonly number[];
}

interface BacktestOptions {
  /** Gates that the conditions of the rules may refer to. */
  readonly gates?: Gates;
  /** Maximum number of rows to keep; users beyond it are still counted. */
  readonly rows?: number;
}

const isPartial = (percent: number) => percent > 0 && percent < 100;

/**
 * Compares a draft with the stored gate user by user, so that a long list can be processed in chunks. New rules of the
 * draft must have ids of their own.
 */
export function backtestGate<U extends User>(
  stored: GateFacts,
  draft: GateFacts,
  options: BacktestOptions = {},
) {
  const { gates, rows: mostRows = 1000 } = options;
  const before = prepareGate(stored, gates);
  const after = prepareGate(draft, gates);
  const counts = { users: 0, gain: 0, lose: 0, stayPassing: 0, stayFailing: 0, notEvaluated: 0 };
  const reasons = new Map<string, number>();
  const rows: ChangedUser<U>[] = [];
  const storedIDs = new Set(stored.rules.map(baseIDOf));
  const unsettled = draft.rules.flatMap((rule, index) =>
    isPartial(rule.passPercentage) && !storedIDs.has(baseIDOf(rule)) ? index : [],
  );

  const add = (user: U) => {
    const [was, is] = [before.decide(user), after.decide(user)];
    counts.users += 1;
    const unknown = [was, is].find(({ outcome }) => outcome === "unknown");
    if (unknown) {
      counts.notEvaluated += 1;
      reasons.set(unknown.reason, (reasons.get(unknown.reason) ?? 0) + 1);
    } else if (was.outcome === is.outcome) counts[is.outcome === "pass" ? "stayPassing" : "stayFailing"] += 1;
    else {
      const effect = is.outcome === "pass" ? "gain" : "lose";
      counts[effect] += 1;
      if (rows.length < mostRows) {
        const cause = explainChange(before.explain(user), after.explain(user));
        rows.push({ user, effect, before: was, after: is, cause });
      }
    }
  };

  /** The counts over the users added so far. */
  const result = (): BacktestResult<U> => ({
    ...counts,
    reasons: [...reasons]
      .map(([message, users]) => ({ message, users }))
      .sort((left, right) => right.users - left.users),
    rows: [...rows],
    unsettled,
  });
  return { add, result };
}
