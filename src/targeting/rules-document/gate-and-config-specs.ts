// Writes gates and dynamic configs as specs of the rules document.
import { objectOfTwins, type JsonObject } from "#contract/json5.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { bucketsOf } from "#targeting/evaluate/bucket.ts";
import type { ConfigFacts, GateFacts } from "#targeting/evaluate/evaluate.ts";
import { segmentName } from "#targeting/evaluate/references.ts";
import { saltOf, type RuleOwner } from "#targeting/evaluate/rules.ts";
import { statusDecision } from "#targeting/evaluate/status-decision.ts";
import {
  everyone,
  exactPercent,
  onGate,
  type Spec,
  type SpecCondition,
  type SpecRule,
  type SpecWithSegments,
} from "./spec.ts";
import { conditionLists, isServed, wireIDType } from "./spec-conditions.ts";

/** Choice: a rule with a condition unknown to libraries fails all who meet its other conditions: else one library would pass some. */
const percentOf = ({ conditions, passPercentage }: Rule) =>
  conditions.every(isServed) ? exactPercent(bucketsOf(passPercentage)) : 0;

/** Returns one copy of a rule for each alternative list of conditions. All copies share one salt, so that they pass the same users. */
const ruleCopies = (
  rule: Rule,
  given: Pick<SpecRule, "idType" | "returnValue" | "groupName">,
  usual: string,
  before: readonly SpecCondition[] = [],
): SpecRule[] =>
  conditionLists(rule, usual).map((conditions) => ({
    ...given,
    id: rule.id,
    name: rule.name,
    passPercentage: percentOf(rule),
    salt: baseIDOf(rule),
    conditions: [...before, ...conditions],
  }));

const versionOf = (owner: object) =>
  "version" in owner && typeof owner.version === "number" ? { version: owner.version } : {};

const launched = (idType: string): SpecRule => ({
  id: "launched",
  name: "Launched",
  passPercentage: 100,
  idType,
  conditions: [everyone],
  returnValue: true,
});

/** Writes the rules of a gate, or of an entity that decides like one, as a spec. */
export const passingSpec = (
  name: string,
  entity: "feature_gate" | "segment" | "holdout",
  owner: RuleOwner,
  usual: string,
): Spec => {
  const idType = wireIDType(owner.idType);
  return {
    name,
    type: "feature_gate",
    entity,
    salt: saltOf(owner),
    idType,
    enabled: true,
    defaultValue: false,
    rules: owner.rules.flatMap((rule) => ruleCopies(rule, { idType, returnValue: true }, usual)),
    ...versionOf(owner),
  };
};

export function gateSpec(gate: GateFacts, usual: string): Spec {
  const fixed = statusDecision(gate)?.outcome;
  const spec = passingSpec(gate.id, "feature_gate", fixed ? { ...gate, rules: [] } : gate, usual);
  // One library evaluates rules even if a gate is disabled, so a gate with a fixed result gets no rules of its own.
  return fixed === "pass"
    ? { ...spec, rules: [launched(spec.idType)] }
    : { ...spec, enabled: fixed === undefined };
}

/** A segment of the users whose variant bucket for a rule is below a limit. */
const variantSegment = (name: string, salt: string, idType: string, below: number): Spec => ({
  name,
  type: "feature_gate",
  entity: "segment",
  salt,
  idType,
  enabled: true,
  defaultValue: false,
  rules: [
    {
      id: "variant",
      name: "variant",
      passPercentage: exactPercent(Math.min(below, 10_000)),
      salt: "variant",
      idType,
      conditions: [everyone],
      returnValue: true,
    },
  ],
});

/**
 * Writes a config as a spec. The variants of a rule are told apart by segments, each of which includes the users of the
 * previous variants.
 */
export function configSpec(config: ConfigFacts, usual: string): SpecWithSegments {
  const idType = wireIDType(config.idType);
  const salt = saltOf(config);
  const otherwise = objectOfTwins(config.defaultValue, config.defaultValueJson5) ?? {};
  const valueOf = (from: {
    returnValue?: unknown;
    returnValueJson5?: string | null | undefined;
  }): JsonObject => objectOfTwins(from.returnValue, from.returnValueJson5) ?? otherwise;
  const segments: Spec[] = [];
  const rules = (config.isEnabled ? config.rules : []).flatMap((rule) => {
    let below = 0;
    const variants = (rule.variants ?? []).flatMap((variant, index) => {
      const name = segmentName(`${config.id}.${baseIDOf(rule)}.${index + 1}`);
      below += bucketsOf(variant.passPercentage);
      segments.push(variantSegment(name, `${salt}.${baseIDOf(rule)}`, idType, below));
      const given = { idType, returnValue: valueOf(variant), groupName: variant.name };
      return ruleCopies(rule, given, usual, [onGate("pass_gate", name)]);
    });
    return [...variants, ...ruleCopies(rule, { idType, returnValue: valueOf(rule) }, usual)];
  });
  const spec: Spec = {
    name: config.id,
    type: "dynamic_config",
    entity: "dynamic_config",
    salt,
    idType,
    enabled: config.isEnabled,
    defaultValue: otherwise,
    rules,
    ...versionOf(config),
  };
  return { spec, segments };
}
