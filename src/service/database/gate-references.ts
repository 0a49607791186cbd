// Which gates a stored document refers to; the demo and the import keep this list with every document. Pure: no query here.
import { z } from "zod";
import { Rule } from "#contract/rule.ts";
import { gateIDsIn } from "#targeting/references.ts";

const Rules = z.array(Rule);

/** What of a gate, config or experiment may name a gate. */
export interface Referring {
  rules?: readonly Rule[];
  targetingGateID?: string | null | undefined;
  /** Text of a JSON array of rules. */
  inlineTargetingRulesJSON?: string | null | undefined;
}

/** Choice: inline targeting that is no list of rules refers to nothing. */
function inlineRules(text: string | null | undefined): Rule[] {
  try {
    return Rules.safeParse(JSON.parse(text || "[]")).data ?? [];
  } catch {
    return [];
  }
}

/** Ids of the gates named by rules, a targeting gate or inline targeting, each once. */
export function gateReferences(document: Referring): string[] {
  const targeting = document.targetingGateID ? [document.targetingGateID] : [];
  const inline = inlineRules(document.inlineTargetingRulesJSON);
  return [...new Set([...gateIDsIn(document.rules ?? []), ...targeting, ...gateIDsIn(inline)])];
}
