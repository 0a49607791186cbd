// Collects where gates, experiments and dynamic configs refer to gates. References are stored with every write and
// served with the dependencies.
import { z } from "zod/mini";
import { Condition, targetValues } from "#contract/condition.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { GateReference } from "#contract/gate-dependencies.ts";
import { baseIDOf, Rule } from "#contract/rule.ts";
import { refersToGates } from "#targeting/evaluate/references.ts";

/** The fields of a gate, config or experiment that may name a gate. */
export interface Referring {
  readonly rules?: readonly Rule[];
  readonly targetingGateID?: string | null | undefined;
  /** A JSON array of rules, as text. */
  readonly inlineTargetingRulesJSON?: string | null | undefined;
  readonly overrides?: Experiment["overrides"];
}

const how = (type: string) => (type === "fails_gate" ? "fails" : "passes");

const referencesInRules = (rules: readonly Rule[]): GateReference[] =>
  rules.flatMap((rule, ruleIndex) =>
    rule.conditions.filter(refersToGates).flatMap((condition) =>
      targetValues(condition).map((gateID): GateReference => ({
        gateID,
        how: how(condition.type),
        ruleIndex,
        ruleName: rule.name,
        ruleID: baseIDOf(rule),
        environments: rule.environments ?? null,
      })),
    ),
  );

/** Returns undefined if the text is not valid JSON. */
function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text?.trim() || "[]") ?? [];
  } catch {
    return undefined;
  }
}

/** A condition that refers to gates; its list of ids is empty if it cannot be read. */
export const GateCondition = z.looseObject({
  type: z.enum(["passes_gate", "fails_gate"]),
  targetValue: z.catch(
    z.union([
      z.pipe(
        z.string(),
        z.transform((id) => [id]),
      ),
      z.array(z.string()),
    ]),
    [],
  ),
});

/** Returns the conditions that refer to gates, however deeply they are nested. */
function gateConditionsIn(value: unknown) {
  const found: z.output<typeof GateCondition>[] = [];
  const parts = [value];
  for (const part of parts) {
    if (typeof part !== "object" || part === null) continue;
    const { data } = GateCondition.safeParse(part);
    if (data) found.push(data);
    for (const inner of Object.values(part)) parts.push(inner);
  }
  return found;
}

/** The fields of an inline targeting rule that locate a reference; each may be absent. */
const InlinePlace = z.looseObject({
  name: z.catch(z.optional(z.string()), undefined),
  environments: z.catch(z.nullish(z.array(z.string())), undefined),
});
const InlineRules = z.array(z.looseObject({ conditions: z._default(z.array(Condition), []) }));

const ShownRules = z.array(
  z.extend(Rule, { id: z._default(z.string(), ""), name: z._default(z.string(), "") }),
);

interface InlineTargeting {
  readonly references: readonly GateReference[];
  /** False if the text could not be read completely, so that it may refer to further gates. */
  readonly isReadable: boolean;
  /** Undefined if the text contains anything that `Rule` cannot represent. */
  readonly rules: readonly Rule[] | undefined;
}

/** Choice: inline targeting is searched for gates at any depth, even in incomplete rules; text that is no list of rules is unreadable. */
export function readInlineTargeting(text: string | null | undefined): InlineTargeting {
  const value = parseJson(text);
  let isReadable = InlineRules.safeParse(value).success;
  const references = [value].flat().flatMap((rule, ruleIndex) => {
    const { name, environments } = InlinePlace.safeParse(rule).data ?? {};
    const place = { ruleIndex, ...(name && { ruleName: name }), environments: environments ?? null };
    return gateConditionsIn(rule).flatMap(({ type, targetValue }) => {
      isReadable &&= targetValue.length > 0;
      return targetValue.map((gateID): GateReference => ({ gateID, how: how(type), ...place }));
    });
  });
  const rules = ShownRules.safeParse(value).data?.map((rule, index) => ({
    ...rule,
    id: rule.id || `${index}`,
  }));
  const isFlat = rules && referencesInRules(rules).length === references.length;
  return { references, isReadable, rules: isReadable && isFlat ? rules : undefined };
}

/** References of overrides: a user who passes the gate gets a fixed group, regardless of the experiment's own decision. */
const overridingReferences = (overrides: Referring["overrides"]): GateReference[] =>
  (overrides ?? []).flatMap(({ type, id, environment }) =>
    type === "gate"
      ? [{ gateID: id, how: "passes" as const, environments: environment ? [environment] : null }]
      : [],
  );

/** Returns every place where an entity refers to a gate, and whether its inline targeting could be read. */
export function referencesOf(referring: Referring) {
  const { rules = [], targetingGateID, inlineTargetingRulesJSON, overrides } = referring;
  const targeting: GateReference[] = targetingGateID ? [{ gateID: targetingGateID, how: "targets" }] : [];
  const inline = readInlineTargeting(inlineTargetingRulesJSON);
  return {
    references: [
      ...referencesInRules(rules),
      ...targeting,
      ...inline.references,
      ...overridingReferences(overrides),
    ],
    isReadable: inline.isReadable,
  };
}
