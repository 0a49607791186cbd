// Ids of rules: `<baseID>:<percent with two decimals>:<n>`, made anew when the percent changes. The baseID stays and addresses the rule.
import { baseIDOf } from "#contract/rule.ts";

/** How often a rule has had each percent, as texts of two decimals; stored with the rule, never answered. */
type PercentCounts = Readonly<Record<string, number>>;

interface IdentifiedRule {
  readonly id: string;
  readonly baseID?: string | null | undefined;
  readonly passPercentage: number;
  readonly percentCounts?: PercentCounts | undefined;
}

export interface RuleIdentity {
  id: string;
  baseID: string;
  percentCounts: PercentCounts;
}

const percentText = (percent: number) => percent.toFixed(2);

/** The part of an id that addresses a rule. */
export const addressedBaseID = (ruleID: string): string => ruleID.split(":")[0] ?? ruleID;

/** Finds rules by id or base id, each time without a search. */
export function rulesByAddress<R extends IdentifiedRule>(
  rules: readonly R[],
): (ruleID: string) => R | undefined {
  const found = new Map<string, R>();
  for (const rule of rules)
    for (const address of [baseIDOf(rule), rule.id]) if (!found.has(address)) found.set(address, rule);
  return (ruleID) => found.get(addressedBaseID(ruleID)) ?? found.get(ruleID);
}

export const ruleAddressedBy = <R extends IdentifiedRule>(
  rules: readonly R[],
  ruleID: string,
): R | undefined => rulesByAddress(rules)(ruleID);

/** The counts of a stored rule. A rule without counts has had its percent as often as its id says, at least once. */
function countsOf(rule: IdentifiedRule): PercentCounts {
  const counted = Number(rule.id.split(":")[2]);
  const times = Number.isSafeInteger(counted) && counted > 0 ? counted : 1;
  return { [percentText(rule.passPercentage)]: times, ...rule.percentCounts };
}

/** Identity of a rule that did not exist before. */
export const newRuleIdentity = (baseID: string, percent: number): RuleIdentity => ({
  id: `${baseID}:${percentText(percent)}:1`,
  baseID,
  percentCounts: { [percentText(percent)]: 1 },
});

/** Identity of a stored rule that gets this percent: unchanged with the same percent, else an id of its own. */
export function ruleIdentity(stored: IdentifiedRule, percent: number): RuleIdentity {
  const baseID = baseIDOf(stored);
  const counts = countsOf(stored);
  const text = percentText(percent);
  if (text === percentText(stored.passPercentage)) return { id: stored.id, baseID, percentCounts: counts };
  const times = (counts[text] ?? 0) + 1;
  return { id: `${baseID}:${text}:${times}`, baseID, percentCounts: { ...counts, [text]: times } };
}
