// Converts filters of metrics to SQL over rows of the table `event` (API 2.12).
import type { MetricCriterion } from "#contract/metric.ts";
import type { Value } from "#service/database/database.ts";
import { sourceOf } from "#service/analysis/plan/event-source.ts";
import { isNumeric } from "./numeric-text.ts";

/** Adds a bind parameter to a statement and returns its placeholder, such as `$3`. */
export type Bind = (value: Value) => string;

const comparisons = new Set([">", ">=", "<", "<="]);

/** SQL that is true if a present part of the event meets the condition; `text` is the SQL of that part. */
function isMet({ type, condition, values }: MetricCriterion, text: string, bind: Bind): string {
  const given = values ?? [];
  if (comparisons.has(condition)) {
    const number =
      type === "value"
        ? "value_number"
        : `case when ${isNumeric(text)} then cast(${text} as double precision) end`;
    const limit = `cast(${bind(String(Number(given[0] ?? "")))}::text as double precision)`;
    return `coalesce(${number} ${condition} ${limit}, false)`;
  }
  const isIn = () => `${text} = any(${bind(given)}::text[])`;
  const contains = () =>
    given.map((value) => `position(${bind(value)}::text in ${text}) > 0`).join(" or ") || "false";
  switch (condition) {
    case "in":
    case "=":
      return isIn();
    case "not_in":
      return `not (${isIn()})`;
    case "contains":
      return `(${contains()})`;
    case "not_contains":
      return `not (${contains()})`;
    case "non_null":
      return "true";
    default:
      // Covers is_null, and conditions that a newer version of the service may have stored.
      return "false";
  }
}

/** Conditions that an event without the part meets. */
const metWithout = new Set(["not_in", "not_contains", "is_null"]);

function criterionSql(criterion: MetricCriterion, bind: Bind): string {
  const { type, column, condition, nullVacuousOverride } = criterion;
  // An empty text counts as missing.
  const text = `nullif(${type === "value" ? "value" : `text_at(metadata, ${bind(column ?? "")}::text)`}, '')`;
  const without = nullVacuousOverride ?? metWithout.has(condition);
  return `case when ${text} is null then ${without} else ${isMet(criterion, text, bind)} end`;
}

/** SQL that is true if a row of `event` with the right name meets all filters of a source. */
export const filterSql = (key: string, bind: Bind): string => {
  const { criteria } = sourceOf(key);
  return criteria.map((criterion) => criterionSql(criterion, bind)).join(" and ") || "true";
};
