// Validation of metric definitions by type: which events each type needs, how
// many, and the value they contribute. Shared by the form and the service. Pure.
import type { Problem } from "./api-error.ts";

/** Metric types that can be created, each with a description of its value. */
export const metricTypes = {
  event_count_custom: "Events of each unit",
  event_user: "Units with at least one event",
  event_dau: "Days on which a unit has an event",
  sum: "Sum of a number in the events of each unit",
  mean: "Mean of a number in all events",
  ratio: "One number divided by another",
  funnel: "Units that take one step after the other",
} as const;
export type MetricType = keyof typeof metricTypes;

export const isMetricType = (type: string): type is MetricType => Object.hasOwn(metricTypes, type);

export const metricEventTypes = ["count", "value", "metadata"] as const;
export const criterionTypes = ["value", "metadata"] as const;
export const criterionConditions = [
  "in",
  "not_in",
  "=",
  ">",
  ">=",
  "<",
  "<=",
  "contains",
  "not_contains",
  "is_null",
  "non_null",
] as const;

/** Conditions that compare numbers. */
export const numberConditions: readonly string[] = [">", ">=", "<", "<="];
/** Conditions that need no value. */
export const valuelessConditions: readonly string[] = ["is_null", "non_null"];
/** Conditions that take several values. */
export const listConditions: readonly string[] = ["in", "not_in", "contains", "not_contains"];

export const definitionLimits = {
  events: 20,
  steps: 10,
  criteria: 20,
  values: 100,
  characters: 200,
} as const;

interface DefinedCriterion {
  readonly type: string;
  readonly column?: string | null | undefined;
  readonly condition: string;
  readonly values?: readonly string[] | null | undefined;
}
interface DefinedEvent {
  readonly type: string;
  readonly metadataKey?: string | null | undefined;
  readonly criteria?: readonly DefinedCriterion[] | null | undefined;
}

/** Fields that define how a metric is computed. */
export interface MetricDefinition {
  readonly type: string;
  readonly metricEvents?: readonly DefinedEvent[] | null | undefined;
  readonly funnelEventList?: readonly Pick<DefinedEvent, "criteria">[] | null | undefined;
  readonly winsorization?: number | null | undefined;
}

const problem = (property: string, errorMessage: string): Problem => ({ property, errorMessage });

const decimal = /^ *[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,2})? *$/;

function criterionProblems({ type, column, condition, values }: DefinedCriterion, path: string): Problem[] {
  const given = values ?? [];
  const [first = ""] = given;
  const problems: Problem[] = [];
  if (type === "metadata" && !column)
    problems.push(problem(`${path}.column`, "The name of the metadata field is needed"));
  if (valuelessConditions.includes(condition)) {
    if (given.length > 0) problems.push(problem(`${path}.values`, `'${condition}' takes no value`));
  } else if (given.length === 0) problems.push(problem(`${path}.values`, "At least one value is needed"));
  else if (given.length > 1 && !listConditions.includes(condition))
    problems.push(problem(`${path}.values`, `'${condition}' takes one value, received ${given.length}`));
  else if (numberConditions.includes(condition) && !decimal.test(first))
    problems.push(problem(`${path}.values.0`, `Expected a number, received '${first}'`));
  return problems;
}

const criteriaProblems = ({ criteria }: Pick<DefinedEvent, "criteria">, path: string) =>
  (criteria ?? []).flatMap((criterion, index) => criterionProblems(criterion, `${path}.criteria.${index}`));

function eventProblems(event: DefinedEvent, type: MetricType, path: string): Problem[] {
  const problems = criteriaProblems(event, path);
  const isNumber = event.type === "value" || event.type === "metadata";
  if ((type === "sum" || type === "mean") && !isNumber)
    problems.push(
      problem(`${path}.type`, `A metric of the type '${type}' needs a number: 'value' | 'metadata'`),
    );
  if (["event_count_custom", "event_user", "event_dau"].includes(type) && isNumber)
    problems.push(problem(`${path}.type`, `A metric of the type '${type}' counts events: 'count'`));
  if (event.type === "metadata" && !event.metadataKey)
    problems.push(problem(`${path}.metadataKey`, "The name of the metadata field is needed"));
  return problems;
}

/** Returns why metrics of this type cannot be created; undefined if they can. */
export const typeRefusal = (type: string): string | undefined =>
  isMetricType(type)
    ? undefined
    : `Metrics of the type '${type}' are not computed here. Expected ${Object.keys(metricTypes)
        .map((one) => `'${one}'`)
        .join(" | ")}`;

/** Types whose unit values are winsorized (statistics 4). */
export const cappedTypes: readonly string[] = ["event_count", "event_count_custom", "sum"];

/** Returns problems of a definition whose fields are each well-formed. */
export function definitionProblems(definition: MetricDefinition): Problem[] {
  const { type, winsorization } = definition;
  if (!isMetricType(type)) return [problem("type", typeRefusal(type) ?? "")];
  const isCapped = typeof winsorization === "number" && !cappedTypes.includes(type);
  return [
    ...eventsProblems(type, definition),
    ...(isCapped ? [problem("winsorization", "Only counts and sums are capped")] : []),
  ];
}

function eventsProblems(type: MetricType, { metricEvents, funnelEventList }: MetricDefinition): Problem[] {
  const events = metricEvents ?? [];
  const steps = funnelEventList ?? [];
  if (type === "funnel")
    return [
      ...(steps.length < 2 ? [problem("funnelEventList", "A funnel needs at least 2 steps")] : []),
      ...(events.length > 0
        ? [problem("metricEvents", "A funnel has steps in funnelEventList instead")]
        : []),
      ...steps.flatMap((step, index) => criteriaProblems(step, `funnelEventList.${index}`)),
    ];
  const count: Problem[] =
    type === "ratio" && events.length !== 2
      ? [problem("metricEvents", `A ratio needs 2 events, the numerator first, received ${events.length}`)]
      : events.length === 0
        ? [problem("metricEvents", "At least one event is needed")]
        : [];
  return [
    ...count,
    ...(steps.length > 0 ? [problem("funnelEventList", "Only funnels have steps")] : []),
    ...events.flatMap((event, index) => eventProblems(event, type, `metricEvents.${index}`)),
  ];
}
