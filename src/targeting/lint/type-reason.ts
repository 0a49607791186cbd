// Decides whether a gate is stale and why: by age, changes, checks and rules. Takes references and the time as parameters.
import type { Rule } from "#contract/rule.ts";

/** The fields of a rule that affect whether its gate is stale. */
type LifeOfRule = Pick<Rule, "environments" | "passPercentage"> & {
  readonly conditions: readonly { readonly type: string }[];
};

interface ChecksOfGate {
  readonly passed: number;
  readonly failed: number;
  /** Checks for which the library did not know the gate, or had no rules yet. */
  readonly unanswered: number;
}

/** The fields of a gate that decide whether it is stale; times in ms since the epoch. */
export interface StalenessFacts {
  readonly status: string;
  readonly isEnabled: boolean;
  readonly type?: string | null | undefined;
  readonly rules: readonly LifeOfRule[];
  /** The checks of the last 30 days; undefined if unknown. */
  readonly checks?: ChecksOfGate | undefined;
  readonly createdTime?: number | null | undefined;
  readonly lastModifiedTime?: number | null | undefined;
}

/** Picks the needed fields of a gate: copying all fields of every gate would take a quarter of the time of a list. */
export const stalenessFactsOf = (
  gate: Omit<StalenessFacts, "checks">,
  checks: StalenessFacts["checks"],
): StalenessFacts => ({
  status: gate.status,
  isEnabled: gate.isEnabled,
  type: gate.type,
  rules: gate.rules,
  checks,
  createdTime: gate.createdTime,
  lastModifiedTime: gate.lastModifiedTime,
});

type TypeReason =
  | "NONE"
  | "STALE_PROBABLY_DEAD_CHECK"
  | "STALE_EMPTY_CHECKS"
  | "STALE_ALL_TRUE"
  | "STALE_ALL_FALSE"
  | "STALE_PROBABLY_LAUNCHED"
  | "STALE_PROBABLY_UNLAUNCHED"
  | "STALE_NO_RULES"
  | "STALE_PROBABLY_FORGOTTEN";

/** A gate is never stale in the 30 days after it was created or changed; ms. */
const staleAfter = 30 * 86_400_000;

const neverStale = new Set(["PERMANENT", "TEMPLATE"]);

const isForEveryone = (rule: LifeOfRule) =>
  !rule.environments && rule.conditions.every((condition) => condition.type === "public");

/** Choice: a gate counts as launched by its rules if each passes all users that it matches, up to one that matches everyone. */
function passesEveryone(rules: readonly LifeOfRule[]): boolean {
  const everyone = rules.findIndex(isForEveryone);
  return everyone >= 0 && rules.slice(0, everyone + 1).every((rule) => rule.passPercentage === 100);
}

/** Earliest time at which an unchanged gate may become stale; undefined if its creation time is unknown. */
export const staleFrom = ({ createdTime, lastModifiedTime }: StalenessFacts): number | undefined => {
  const created = createdTime ?? lastModifiedTime;
  return typeof created === "number"
    ? Math.max(created, lastModifiedTime ?? created) + staleAfter
    : undefined;
};

/**
 * Returns why a gate is stale, or NONE. A gate that is permanent, archived, referred to, or created or changed in the
 * last 30 days is never stale.
 */
export function stalenessReasonOf(gate: StalenessFacts, isReferenced: boolean, now: number): TypeReason {
  const created = gate.createdTime ?? gate.lastModifiedTime ?? now;
  const changed = gate.lastModifiedTime ?? created;
  if (isReferenced || gate.status === "Archived" || neverStale.has(gate.type ?? "")) return "NONE";
  if (now - created < staleAfter || now - changed < staleAfter) return "NONE";
  const { passed, failed, unanswered } = gate.checks ?? { passed: 1, failed: 1, unanswered: 0 };
  if (passed + failed + unanswered === 0) return "STALE_PROBABLY_DEAD_CHECK";
  if (passed + failed === 0) return "STALE_EMPTY_CHECKS";
  // Choice: a status or rules that give everyone the same answer take precedence as the reason over the checks that got it.
  if (gate.status === "Disabled" || !gate.isEnabled) return "STALE_PROBABLY_UNLAUNCHED";
  if (gate.status === "Launched") return "STALE_PROBABLY_LAUNCHED";
  if (gate.rules.length === 0) return "STALE_NO_RULES";
  if (passesEveryone(gate.rules)) return "STALE_PROBABLY_LAUNCHED";
  if (gate.rules.every((rule) => rule.passPercentage === 0)) return "STALE_PROBABLY_UNLAUNCHED";
  if (failed === 0) return "STALE_ALL_TRUE";
  return passed === 0 ? "STALE_ALL_FALSE" : "STALE_PROBABLY_FORGOTTEN";
}

const messages: ReadonlyMap<string, string> = new Map([
  ["STALE_PROBABLY_DEAD_CHECK", "Nobody has checked it for 30 days."],
  ["STALE_PROBABLY_LAUNCHED", "Everyone passes it, by its status or by its rules."],
  ["STALE_PROBABLY_UNLAUNCHED", "Nobody passes it, by its status or by its rules."],
  ["STALE_NO_RULES", "It has no rules, so nobody passes it."],
  ["STALE_PROBABLY_FORGOTTEN", "It takes a part of the users and has not changed for 30 days."],
  ["STALE_ALL_TRUE", "Every check of the last 30 days passed."],
  ["STALE_ALL_FALSE", "Every check of the last 30 days failed."],
  ["STALE_EMPTY_CHECKS", "No check of the last 30 days got an answer."],
]);

/** Returns the reason in one sentence, including reasons that only another service gives; undefined if the gate is not stale. */
export function staleMessage(typeReason: string | null | undefined): string | undefined {
  if (!typeReason?.startsWith("STALE_")) return undefined;
  return messages.get(typeReason) ?? `The service calls it stale: ${typeReason}.`;
}
