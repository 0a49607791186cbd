// Converts between event filters and the criteria of metrics. Pure.
import type { EventCondition, EventTerm, EventWhere } from "./event-where.ts";
import { isComparison, numberOf } from "./event-where.ts";
import type { MetricCriterion } from "./metric.ts";

const metricConditions: Partial<Record<EventCondition, string>> = {
  is: "in",
  "is not": "not_in",
  contains: "contains",
  "does not contain": "not_contains",
  exists: "non_null",
  "is empty": "is_null",
};

export const metricCondition = (condition: EventCondition) => metricConditions[condition] ?? condition;

/** Returns the conditions that cannot be metric criteria: those on anything but the value and metadata. */
export const termsWithoutCriterion = (where: EventWhere): EventTerm[] =>
  where.filter(({ field }) => field.part !== "metadata" && field.part !== "value");

/** Converts the conditions of a filter to metric criteria, omitting those that a metric cannot express. */
export const criteriaOf = (where: EventWhere): MetricCriterion[] =>
  where.flatMap(({ field, condition, values }) => {
    const of =
      field.part === "metadata"
        ? { type: "metadata", column: field.key }
        : field.part === "value" && { type: "value" };
    return of
      ? [{ ...of, condition: metricCondition(condition), ...(values.length > 0 && { values: [...values] }) }]
      : [];
  });

const conditionOf = (condition: string): EventCondition | undefined => {
  if (condition === "=") return "is";
  const [found] = Object.entries(metricConditions).find(([, name]) => name === condition) ?? [];
  const isNumber = condition === "<" || condition === "<=" || condition === ">" || condition === ">=";
  return isNumber ? condition : (found as EventCondition | undefined);
};

const deniedWithout = new Set(["not_in", "not_contains", "is_null"]);

/** Converts a criterion to a filter condition; undefined if a filter cannot express it. */
function termOf({
  type,
  column,
  condition,
  values,
  nullVacuousOverride,
}: MetricCriterion): EventTerm | undefined {
  const written = conditionOf(condition);
  const given = values ?? [];
  const isUsual = (nullVacuousOverride ?? deniedWithout.has(condition)) === deniedWithout.has(condition);
  if (!written || !isUsual || given.includes("")) return undefined;
  if (isComparison(written) && numberOf(given[0] ?? "") === undefined) return undefined;
  if (type === "value") return { field: { part: "value" }, condition: written, values: given };
  return type === "metadata" && column
    ? { field: { part: "metadata", key: column }, condition: written, values: given }
    : undefined;
}

/** Converts metric criteria to a filter; undefined if it cannot express all of them. */
export function whereOf(criteria: readonly MetricCriterion[]): EventTerm[] | undefined {
  const terms = criteria.map(termOf);
  return terms.every((term) => term !== undefined) ? terms : undefined;
}
