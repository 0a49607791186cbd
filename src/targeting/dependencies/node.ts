// Gates, experiments and configs as what refers to gates, told alike: which gates each asks about, where, and how much hangs on it.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate } from "#contract/gate.ts";
import { targetValues } from "#contract/condition.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { refersToGates } from "#targeting/evaluate/references.ts";
import type { Consequence } from "./consequence.ts";
import { inlineRules } from "./references.ts";

export type EntityKind = "gate" | "experiment" | "dynamic_config";

/** One place where a thing asks about a gate. */
export interface Reference {
  readonly gateID: string;
  /** By a condition, or as the targeting gate of an experiment. */
  readonly how: "passes" | "fails" | "targets";
  /** Of the rules, or of an experiment's inline targeting. From 0. */
  readonly ruleIndex?: number;
  readonly ruleName?: string;
  /** baseID of the rule. */
  readonly ruleID?: string;
  /** null is every environment. */
  readonly environments?: readonly string[] | null;
}

export interface DependencyNode {
  /** Kind and id, since things of two kinds may have one id. */
  readonly key: string;
  readonly kind: EntityKind;
  readonly id: string;
  readonly name: string;
  /** As answered; "On" or "Off" for a config, "Missing" where a gate is named but does not exist. */
  readonly status: string;
  readonly consequence: Consequence;
  readonly references: readonly Reference[];
  readonly isMissing: boolean;
  /** Whether a gate answers everyone alike, so that what it asks about makes no difference. */
  readonly isFixed: boolean;
  readonly checksPerHour?: number;
  /** Why the gate is called stale. */
  readonly staleReason?: string;
}

export const keyOf = (kind: EntityKind, id: string): string => `${kind}/${id}`;

const referencesIn = (rules: readonly Rule[]): Reference[] =>
  rules.flatMap((rule, ruleIndex) =>
    rule.conditions.filter(refersToGates).flatMap((condition) =>
      targetValues(condition).map((gateID): Reference => ({
        gateID,
        how: condition.type === "fails_gate" ? "fails" : "passes",
        ruleIndex,
        ruleName: rule.name,
        ruleID: baseIDOf(rule),
        environments: rule.environments ?? null,
      })),
    ),
  );

export function gateNode(gate: Gate): DependencyNode {
  const { id, name, status, isEnabled, rules, checksPerHour, type, typeReason } = gate;
  const isArchived = status === "Archived";
  const isOff = status === "Disabled" || !isEnabled;
  return {
    key: keyOf("gate", id),
    kind: "gate",
    id,
    name,
    status,
    consequence: isArchived ? "archived" : isOff ? "setup" : "live gate",
    references: referencesIn(rules),
    isMissing: false,
    isFixed: isArchived || isOff || status === "Launched",
    ...(typeof checksPerHour === "number" && { checksPerHour }),
    ...(type === "STALE" && { staleReason: typeReason ?? "STALE" }),
  };
}

/** A gate that something asks about although it does not exist. */
export const missingGate = (id: string): DependencyNode => ({
  key: keyOf("gate", id),
  kind: "gate",
  id,
  name: id,
  status: "Missing",
  consequence: "archived",
  references: [],
  isMissing: true,
  isFixed: true,
});

const consequenceOfStatus: Readonly<Record<string, Consequence>> = {
  active: "running experiment",
  assignment_stopped: "running experiment",
  setup: "setup",
};

/** Choice: an experiment whose assignment has stopped still counts as running, since whom it reaches is still measured. */
export function experimentNode(experiment: Experiment): DependencyNode {
  const { id, name, status, targetingGateID, inlineTargetingRulesJSON } = experiment;
  const targeting: Reference[] = targetingGateID ? [{ gateID: targetingGateID, how: "targets" }] : [];
  return {
    key: keyOf("experiment", id),
    kind: "experiment",
    id,
    name,
    status,
    consequence: consequenceOfStatus[status] ?? "archived",
    references: [...targeting, ...referencesIn(inlineRules(inlineTargetingRulesJSON) ?? [])],
    isMissing: false,
    isFixed: false,
  };
}

export function configNode({ id, name, status, isEnabled, rules }: DynamicConfig): DependencyNode {
  const isArchived = status === "Archived";
  return {
    key: keyOf("dynamic_config", id),
    kind: "dynamic_config",
    id,
    name: name ?? id,
    status: status ?? (isEnabled ? "On" : "Off"),
    consequence: isArchived ? "archived" : isEnabled ? "config" : "setup",
    references: referencesIn(rules),
    isMissing: false,
    isFixed: !isEnabled,
  };
}
