// Which gates a stored document refers to; the demo and the import keep this list with every document. Pure: no query here.
import type { Rule } from "#contract/rule.ts";
import { inlineRules } from "#targeting/dependencies/inline-rules.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";

/** What of a gate, config or experiment may name a gate. */
export interface Referring {
  rules?: readonly Rule[];
  targetingGateID?: string | null | undefined;
  /** Text of a JSON array of rules. */
  inlineTargetingRulesJSON?: string | null | undefined;
}

/** Ids of the gates named by rules, a targeting gate or inline targeting, each once. */
export function gateReferences({ rules = [], targetingGateID, inlineTargetingRulesJSON }: Referring) {
  const targeting = targetingGateID ? [targetingGateID] : [];
  const inline = gateIDsIn(inlineRules(inlineTargetingRulesJSON));
  return [...new Set([...gateIDsIn(rules), ...targeting, ...inline])];
}
