// Validation of an experiment's plan, shared by the form and the service: groups, control, parameters, metrics, inline rules. Pure.
import { z } from "zod/mini";
import type { Problem } from "./api-error.ts";
import { ConditionUpdate } from "./condition-update.ts";
import type { MetricReference } from "./experiment-overview.ts";
import { isJsonObject } from "./json5.ts";
import { isOfType, type Layer } from "./layer.ts";
import type { Metric } from "./metric.ts";
import { limits } from "./limits.ts";
import { sizeLimitProblems, tooManyParameters } from "./oversized.ts";
import { problemsOf, typeName } from "./problems.ts";
import { PassPercentage } from "./rule-update.ts";
import { storabilityProblems } from "./storable.ts";

interface PlannedGroup {
  readonly id?: string | undefined;
  readonly name: string;
  /** Percent of the exposed units. */
  readonly size: number;
  readonly parameterValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Fields of an experiment that are validated together; a stored experiment has them all. */
export interface ExperimentPlan {
  readonly idType?: string | null | undefined;
  readonly groups: readonly PlannedGroup[];
  readonly controlGroupID?: string | null | undefined;
  readonly primaryMetrics?: readonly MetricReference[] | null | undefined;
  readonly secondaryMetrics?: readonly MetricReference[] | null | undefined;
  readonly inlineTargetingRulesJSON?: string | null | undefined;
}

/** Fewest and most groups of an experiment. */
export const groupCounts = { fewest: 2, most: 20 } as const;

/** Tolerance, in percent, of the sum of all group sizes around 100. */
const sizeTolerance = 0.01;

/** Returns the group with this id, or else with this name. */
export const groupNamed = <Group extends PlannedGroup>(groups: readonly Group[], idOrName: string) =>
  groups.find(({ id }) => id === idOrName) ?? groups.find(({ name }) => name === idOrName);

/** Returns equal group sizes that add up to 100, in steps of 0.01 percent. */
export function equalSizes(count: number): number[] {
  const sizes = Array.from({ length: count }, () => Math.floor(10_000 / count));
  const left = 10_000 - sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size, index) => (size + (index < left ? 1 : 0)) / 100);
}

function sizeProblems(groups: readonly PlannedGroup[]): Problem[] {
  const { fewest, most } = groupCounts;
  if (groups.length < fewest || groups.length > most)
    return [
      { property: "groups", errorMessage: `Expected ${fewest} to ${most} groups, received ${groups.length}` },
    ];
  const total = groups.reduce((sum, { size }) => sum + size, 0);
  // Sizes such as 33.33 do not add up exactly in binary.
  return Math.abs(total - 100) <= sizeTolerance + 1e-9
    ? []
    : [
        {
          property: "groups",
          errorMessage: `The sizes of the groups add up to ${+total.toFixed(2)} %, expected 100 %`,
        },
      ];
}

const nameProblems = (groups: readonly PlannedGroup[]): Problem[] =>
  new Set(groups.map(({ name }) => name)).size < groups.length
    ? [{ property: "groups", errorMessage: "Duplicate group name(s) given" }]
    : [];

/** Checks that all groups have the same parameters with the same types. Null is compatible with any type. */
function parameterProblems(groups: readonly PlannedGroup[]): Problem[] {
  const given = groups.flatMap(({ name, parameterValues }) =>
    Object.entries(parameterValues ?? {}).map(([parameter, value]) => ({ parameter, value, group: name })),
  );
  /** Reference value of each parameter: from the first group with a value other than null, else from the first group that has it. */
  const models = new Map<string, { group: string; value: unknown }>();
  for (const { parameter, value, group } of given)
    if ((models.get(parameter)?.value ?? null) === null)
      models.set(parameter, value === null ? (models.get(parameter) ?? { group, value }) : { group, value });
  if (models.size > limits.parameters) return [tooManyParameters];
  return groups.flatMap(({ parameterValues }, index) =>
    [...models].flatMap(([parameter, { group, value: model }]): Problem[] => {
      const property = `groups.${index}.parameterValues.${parameter}`;
      const value = parameterValues?.[parameter];
      if (value === undefined) return [{ property, errorMessage: `Required: group '${group}' has it` }];
      if (value === null || model === null || typeName(value) === typeName(model)) return [];
      const errorMessage = `Expected ${typeName(model)}, as in group '${group}', received ${typeName(value)}`;
      return [{ property, errorMessage }];
    }),
  );
}

const controlProblems = ({ groups, controlGroupID }: ExperimentPlan): Problem[] =>
  controlGroupID && !groupNamed(groups, controlGroupID)
    ? [{ property: "controlGroupID", errorMessage: `No group has the id or name '${controlGroupID}'` }]
    : [];

export const InlineRule = z.looseObject({
  id: z.optional(z.string()),
  baseID: z.nullish(z.string()),
  name: z.optional(z.string()),
  passPercentage: z._default(PassPercentage, 100),
  conditions: z.array(ConditionUpdate),
  environments: z.nullish(z.array(z.string())),
});
const InlineRules = z.array(InlineRule);

const property = "inlineTargetingRulesJSON";

/** Parses the inline rules, or returns why they cannot be parsed. An empty text and `{}` are no rules. */
export function inlineRulesIn(
  text: string | null | undefined,
): { readonly rules: readonly unknown[] } | { readonly problems: readonly Problem[] } {
  let value: unknown;
  try {
    value = JSON.parse(text?.trim() || "[]");
  } catch {
    return { problems: [{ property, errorMessage: "Expected JSON" }] };
  }
  if (isJsonObject(value) && Object.keys(value).length === 0) return { rules: [] };
  if (!Array.isArray(value))
    return { problems: [{ property, errorMessage: `Expected array, received ${typeName(value)}` }] };
  const [problem] = sizeLimitProblems({ rules: value });
  const [unfit] = problem ? [problem] : storabilityProblems(value, ["__proto__"]);
  if (unfit) return { problems: [{ property, errorMessage: unfit.errorMessage }] };
  return { rules: value };
}

function inlineProblems({ inlineTargetingRulesJSON: text }: ExperimentPlan): readonly Problem[] {
  const read = inlineRulesIn(text);
  if ("problems" in read) return read.problems;
  const parsed = InlineRules.safeParse(read.rules);
  if (parsed.success) return [];
  return problemsOf(parsed.error, read.rules).map(({ property: path, errorMessage }) => ({
    property: `${property}.${path}`,
    errorMessage,
  }));
}

const hasPrimary = ({ primaryMetrics }: ExperimentPlan): Problem[] =>
  primaryMetrics?.length
    ? []
    : [{ property: "primaryMetrics", errorMessage: "At least one primary metric is needed" }];

/** Returns the problems that are found in the plan alone, each with the path of its field. */
export const planProblems = (plan: ExperimentPlan): Problem[] => [
  ...sizeProblems(plan.groups),
  ...nameProblems(plan.groups),
  ...(plan.groups.length > groupCounts.most ? [] : parameterProblems(plan.groups)),
  ...controlProblems(plan),
  ...hasPrimary(plan),
  ...inlineProblems(plan),
];

/** Returns problems of the plan's metrics: each must exist and support the plan's unit type. */
export function metricProblems(plan: ExperimentPlan, metrics: readonly Metric[]): Problem[] {
  const idType = plan.idType ?? "userID";
  const problemOf = ({ name, type }: MetricReference): string | undefined => {
    const metric = metrics.find((one) => one.name === name && one.type === type);
    if (!metric) return `No metric has the name '${name}' and the type '${type}'`;
    const { unitTypes } = metric;
    return unitTypes?.length && !unitTypes.some((unit) => unit.toLowerCase() === idType.toLowerCase())
      ? `The metric is counted by ${unitTypes.join(", ")}, and the unit of the experiment is ${idType}`
      : undefined;
  };
  return (["primaryMetrics", "secondaryMetrics"] as const).flatMap((field) =>
    (plan[field] ?? []).flatMap((metric, index) => {
      const errorMessage = problemOf(metric);
      return errorMessage ? [{ property: `${field}.${index}`, errorMessage }] : [];
    }),
  );
}

const sameUnit = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns problems of a plan in a layer: unit type and parameters must be those of the layer. */
export function layerProblems(
  { idType, groups }: ExperimentPlan,
  layer: Pick<Layer, "id" | "name" | "idType" | "parameters">,
): Problem[] {
  const problems: Problem[] = [];
  const unit = layer.idType ?? "userID";
  if (!sameUnit(idType ?? "userID", unit))
    problems.push({
      property: "idType",
      errorMessage: `Expected '${unit}', by which the layer '${layer.name}' divides, received '${idType ?? "userID"}'`,
    });
  const known = new Map(layer.parameters.map((parameter) => [parameter.name, parameter]));
  for (const [index, { parameterValues }] of groups.entries())
    for (const [name, value] of Object.entries(parameterValues ?? {})) {
      const property = `groups.${index}.parameterValues.${name}`;
      const parameter = known.get(name);
      if (!parameter)
        problems.push({ property, errorMessage: `The layer '${layer.name}' has no parameter '${name}'` });
      else if (value !== null && !isOfType(parameter.type, value))
        problems.push({
          property,
          errorMessage: `Expected ${parameter.type}, as in the layer '${layer.name}', received ${typeName(value)}`,
        });
    }
  return problems;
}
