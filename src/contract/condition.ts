// Conditions of a rule: the existing types, their operators, and which fields each needs. How they are evaluated is defined in targeting/.
import { z } from "zod/mini";

const membership = ["any", "none"] as const;
const presence = ["is_null", "is_not_null"] as const;
const parts = ["str_contains_any", "str_contains_none"] as const;
const comparisons = ["gt", "gte", "lt", "lte"] as const;
const times = ["before", "after"] as const;
const versions = ["version_gt", "version_gte", "version_lt", "version_lte"] as const;
const textOperators = [...membership, ...presence, ...parts, "str_matches"] as const;
const customOperators = [
  ...membership,
  "any_case_sensitive",
  "none_case_sensitive",
  ...parts,
  "str_matches",
  ...presence,
  ...comparisons,
  ...versions,
  "version_eq",
  ...times,
  "on",
  "array_contains_any",
  "array_contains_none",
  "array_contains_all",
  "not_array_contains_all",
] as const;

export interface ConditionRule {
  /** Allowed operators; empty if the type takes none. `encoded_any` is accepted and stored for every type. */
  readonly operators: readonly string[];
  readonly needs?: "field" | "customID";
  /** Form of the target: none, one value, a list, or dependent on the operator. Targets of unchecked types are stored as given. */
  readonly target: "none" | "one" | "list" | "operator" | "unchecked";
  readonly label: string;
}

const passes = (label: string): ConditionRule => ({ operators: [], target: "one", label });
const list = (label: string): ConditionRule => ({ operators: membership, target: "list", label });
const version = (label: string): ConditionRule => ({
  operators: [...membership, ...versions],
  target: "operator",
  label,
});
const unchecked = (label: string): ConditionRule => ({ operators: [], target: "unchecked", label });

/** Choice: the condition types and operators are those in the public documentation of such APIs. */
export const conditionRules = {
  public: { operators: [], target: "none", label: "Everyone" },
  user_id: { operators: textOperators, target: "operator", label: "User ID" },
  unit_id: { operators: textOperators, needs: "customID", target: "operator", label: "Unit ID" },
  email: { operators: [...membership, ...parts], target: "list", label: "E-mail" },
  custom_field: { operators: customOperators, needs: "field", target: "operator", label: "Custom field" },
  app_version: version("App version"),
  browser_version: version("Browser version"),
  os_version: version("OS version"),
  browser_name: list("Browser"),
  os_name: list("OS"),
  country: list("Country"),
  ip_address: list("IP address"),
  locale: list("Locale"),
  device_model: { operators: textOperators, target: "operator", label: "Device model" },
  time: { operators: times, target: "one", label: "Time" },
  environment_tier: list("Environment"),
  passes_gate: passes("Passes gate"),
  fails_gate: passes("Fails gate"),
  passes_segment: passes("In segment"),
  fails_segment: passes("Not in segment"),
  experiment_group: { operators: membership, needs: "field", target: "list", label: "Experiment group" },
  target_app: unchecked("Target app"),
  user_agent: unchecked("User agent"),
  url: unchecked("URL"),
  javascript: unchecked("JavaScript"),
} as const satisfies Record<string, ConditionRule>;

export type ConditionType = keyof typeof conditionRules;
export const conditionTypes = Object.keys(conditionRules).filter(
  (type): type is ConditionType => type in conditionRules,
);

const noTarget: ReadonlySet<string> = new Set(presence);
const oneTarget: ReadonlySet<string> = new Set([
  ...comparisons,
  ...versions,
  "version_eq",
  ...times,
  "on",
  "str_matches",
]);

/** Returns the form of the target that this type and operator take: none, exactly one value, or one or more. */
export function targetKind(
  type: ConditionType,
  operator: string | undefined,
): "none" | "one" | "list" | "unchecked" {
  const { target } = conditionRules[type];
  if (target !== "operator") return target;
  if (operator && noTarget.has(operator)) return "none";
  return operator && oneTarget.has(operator) ? "one" : "list";
}

/** A condition in a response. Any strings are accepted, since another service may know more types (API 2.7). */
export const Condition = z.looseObject({
  type: z.string(),
  operator: z.nullish(z.string()),
  field: z.nullish(z.string()),
  customID: z.nullish(z.string()),
  targetValue: z.nullish(
    z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number(), z.boolean()]))]),
  ),
});
export type Condition = z.infer<typeof Condition>;

/** Returns the target of a condition as a list of texts, whichever form the response used. */
export const targetValues = (condition: Pick<Condition, "targetValue">): string[] =>
  condition.targetValue === undefined || condition.targetValue === null
    ? []
    : [condition.targetValue].flat().map(String);
