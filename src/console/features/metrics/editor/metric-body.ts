// The request that a draft of a metric becomes, and its problems by the fields of the contract. Pure.
import type { Problem } from "#contract/api-error.ts";
import { definitionProblems, valuelessConditions } from "#contract/metric-definition.ts";
import { MetricCreate } from "#contract/metric-update.ts";
import { problemsOf } from "#contract/problems.ts";
import type { CriterionDraft, EventDraft, MetricDraft } from "./metric-draft.ts";

/** Values of units are added up, so that a few large ones could decide. */
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

/** The percentile as a number; NaN where it is none. */
const percentileOf = ({ percentile }: MetricDraft) =>
  percentile.trim() === "" ? Number.NaN : Number(percentile.trim().replace(",", "."));

/** How it is computed. */
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

/** All that is sent of a new metric. */
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

/** Counts of events that came with an import are defined as those that are made here. */
export const checkedType = (type: string) => (type === "event_count" ? "event_count_custom" : type);

/** Problems that keep a draft from being computed: those of its events, not of its name. */
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

/** The list of a body that holds the events of a draft. */
export const listOf = ({ type }: Pick<MetricDraft, "type">) =>
  type === "funnel" ? "funnelEventList" : "metricEvents";

/** Problems that keep a draft from being saved; the first one of each field. */
export function problemsOfDraft(draft: MetricDraft): readonly Problem[] {
  const own = definitionProblemsOf(draft);
  const body = { ...bodyOf(draft), type: checkedType(draft.type) };
  const { error } = MetricCreate.safeParse(body);
  const all = [...own, ...(error ? problemsOf(error, body) : [])];
  return [...new Map(all.toReversed().map((problem) => [problem.property, problem])).values()].toReversed();
}

/** The problem of a field, or of what stands in it. */
export const problemAt = (problems: readonly Problem[], property: string) =>
  problems.find((one) => one.property === property || one.property.startsWith(`${property}.`))?.errorMessage;

/** Id of the field that holds a part of the body. */
export const fieldID = (property: string) => `metric-${property.replaceAll(".", "-")}`;
