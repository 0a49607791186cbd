// Names the rules and groups of logged checks: by base id, whatever rollout the rule had at the time of the check.
import { z } from "zod/mini";
import { baseIDOf } from "#contract/rule.ts";
import type { Reader } from "./database.ts";
import type { EntityKind } from "./entities.ts";
import { readFormerRules } from "./history.ts";

/** Ids that libraries log where no rule or group decided (API 7.2). */
const withoutRule = new Set(["", "default", "disabled", "launched"]);
const ofExperiments = new Set([
  "prestart",
  "abandoned",
  "launchedGroup",
  "layerAssignment",
  "targetingGate",
  "inlineTargetingRules",
]);

const ids = z.object({ id: z.string(), name: z.string(), baseID: z.nullish(z.string()) });
/** The rules or groups of an entity of any kind. */
export const RulesAndGroups = z.object({
  rules: z.catch(z.array(ids), []),
  groups: z.catch(z.array(ids), []),
});

interface NamedRule {
  ruleID: string;
  name: string | null;
  isKnown: boolean;
}

/** Logged for users who were assigned to a group by hand. */
const overridden = /^(.+):[^:]+:id_override$/;

/** Returns a function that names a logged rule. */
export async function namedRules(
  reader: Reader,
  kind: EntityKind,
  id: string,
  { rules, groups }: z.infer<typeof RulesAndGroups>,
  logged: readonly string[],
): Promise<(rule: string) => NamedRule> {
  const known = new Map<string, NamedRule>();
  for (const rule of [...rules, ...groups]) {
    const named = { ruleID: baseIDOf(rule), name: rule.name, isKnown: true };
    known.set(rule.id, named).set(named.ruleID, named);
  }
  // The app may have received the rule with an earlier rollout.
  const current = (rule: string) => known.get(rule) ?? known.get(rule.replace(/:[\d.]+:\d+$/, ""));
  const unknown = logged.filter((rule) => !withoutRule.has(rule) && !current(rule));
  if (unknown.length > 0 && kind !== "experiment")
    for (const rule of await readFormerRules(reader, kind, id, unknown))
      known.set(rule.id, { ruleID: baseIDOf(rule), name: null, isKnown: true });
  const isUsual = (rule: string) =>
    withoutRule.has(rule) ||
    rule.startsWith("holdout:") ||
    (kind === "experiment" && ofExperiments.has(rule));
  return (rule) => {
    const found = current(rule) ?? current(overridden.exec(rule)?.[1] ?? "");
    return found ?? { ruleID: rule, name: null, isKnown: isUsual(rule) };
  };
}
