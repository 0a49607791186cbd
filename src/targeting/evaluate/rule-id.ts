// Rule ids have the form `<baseID>:<percent with two decimals>:<n>` and change with the percentage. The baseID never
// changes and identifies the rule.
import { baseIDOf } from "#contract/rule.ts";

/** How many times a rule has had each percentage, keyed by its text with two decimals; stored with the rule, never served. */
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

/** The base id part of a rule id. */
export const addressedBaseID = (ruleID: string): string => ruleID.split(":")[0] ?? ruleID;

/** Indexes rules by id and by base id. */
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

/** Returns the counts of a stored rule. A rule without counts has had its percentage as many times as its id says, at least once. */
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

/** Identity of a stored rule with a new percentage: unchanged if the percentage is the same, else a new id. */
export function ruleIdentity(stored: IdentifiedRule, percent: number): RuleIdentity {
  const baseID = baseIDOf(stored);
  const counts = countsOf(stored);
  const text = percentText(percent);
  if (text === percentText(stored.passPercentage)) return { id: stored.id, baseID, percentCounts: counts };
  const times = (counts[text] ?? 0) + 1;
  return { id: `${baseID}:${text}:${times}`, baseID, percentCounts: { ...counts, [text]: times } };
}
