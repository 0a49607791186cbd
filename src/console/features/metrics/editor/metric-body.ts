// Turns a metric draft into a request body, and finds the problems of each field of that body. Pure.
import type { Problem } from "#contract/api-error.ts";
import { definitionProblems, valuelessConditions } from "#contract/metric-definition.ts";
import { MetricCreate } from "#contract/metric-update.ts";
import { problemsOf } from "#contract/problems.ts";
import type { CriterionDraft, EventDraft, MetricDraft } from "./metric-draft.ts";

/** True if the values of a unit are summed, so that a few large ones could dominate the result. */
export const isTotal = (type: string) => ["event_count", "event_count_custom", "sum"].includes(type);

const criterionOf = ({ type, column, condition, values }: CriterionDraft) => ({
  type,
  ...(type === "metadata" && { column }),
  condition,
  ...(!valuelessConditions.includes(condition) && { values }),
});

const criteriaOf = ({ criteria }: EventDraft) =>
  criteria.length > 0 && { criteria: criteria.map(criterionOf) };

const eventOf = (event: EventDraft) => ({
  name: event.name.trim(),
  type: event.part,
  ...(event.part === "metadata" && { metadataKey: event.metadataKey }),
  ...criteriaOf(event),
});

/** Parses the typed percentile; NaN if it is not a number. */
const percentileOf = ({ percentile }: MetricDraft) =>
  percentile.trim() === "" ? Number.NaN : Number(percentile.trim().replace(",", "."));

/** Returns the part of the body that defines how the metric is computed. */
export function definitionOf(draft: MetricDraft) {
  const { type, events, counts, cap } = draft;
  return {
    ...(type === "funnel"
      ? {
          funnelEventList: events.map((event) => ({
            name: event.name.trim(),
            type: "event_count",
            ...criteriaOf(event),
          })),
          funnelCountDistinct: counts,
        }
      : { metricEvents: events.map(eventOf) }),
    ...(isTotal(type) &&
      cap !== "experiment" && { winsorization: cap === "none" ? null : percentileOf(draft) }),
  };
}

/** Returns the body that creates the metric. */
export const bodyOf = (draft: MetricDraft) => ({
  name: draft.name.trim(),
  type: draft.type,
  description: draft.description.trim(),
  directionality: draft.directionality,
  tags: draft.tags,
  owner: draft.owner.trim() ? { name: draft.owner.trim() } : null,
  unitTypes: draft.unitTypes,
  warehouseNative: draft.source ? { metricSourceName: draft.source } : null,
  ...definitionOf(draft),
});

/** Maps the type of imported event counts to the type of those created here. */
export const checkedType = (type: string) => (type === "event_count" ? "event_count_custom" : type);

/** Problems that prevent a preview: those of the events, but not of the name. */
export const definitionProblemsOf = (draft: MetricDraft): readonly Problem[] => [
  ...draft.events.flatMap(({ name }, index) =>
    name.trim() === ""
      ? [{ property: `${listOf(draft)}.${index}.name`, errorMessage: "Choose an event" }]
      : [],
  ),
  ...definitionProblems({ ...definitionOf(draft), type: checkedType(draft.type) }),
  ...(isTotal(draft.type) && draft.cap === "percentile" && !isPercentile(percentileOf(draft))
    ? [{ property: "winsorization", errorMessage: "Expected a number from 50 to 100" }]
    : []),
];

const isPercentile = (value: number) => value >= 50 && value <= 100;

/** Name of the body's field that holds the events. */
export const listOf = ({ type }: Pick<MetricDraft, "type">) =>
  type === "funnel" ? "funnelEventList" : "metricEvents";

/** Problems that prevent a save; only the first one of each field. */
export function problemsOfDraft(draft: MetricDraft): readonly Problem[] {
  const own = definitionProblemsOf(draft);
  const body = { ...bodyOf(draft), type: checkedType(draft.type) };
  const { error } = MetricCreate.safeParse(body);
  const all = [...own, ...(error ? problemsOf(error, body) : [])];
  return [...new Map(all.toReversed().map((problem) => [problem.property, problem])).values()].toReversed();
}

/** Returns the problem of a field or, failing that, of anything nested in it. */
export const problemAt = (problems: readonly Problem[], property: string) =>
  problems.find((one) => one.property === property || one.property.startsWith(`${property}.`))?.errorMessage;

/** Returns the element id of the form field for a property path of the body. */
export const fieldID = (property: string) => `metric-${property.replaceAll(".", "-")}`;
