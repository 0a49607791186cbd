// Filters of metrics as SQL over the rows of the table `event` (API 2.12).
import type { MetricCriterion } from "#contract/metric.ts";
import type { Value } from "#service/database/database.ts";
import { sourceOf } from "#service/analysis/plan/event-source.ts";
import { isNumeric } from "./numeric-text.ts";

/** Adds a parameter of a statement and answers its place, as in `$3`. */
export type Bind = (value: Value) => string;

const comparisons = new Set([">", ">=", "<", "<="]);

/** True where the event has the part and it meets the condition; `text` is that part. */
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
      // is_null, and conditions of a newer service.
      return "false";
  }
}

/** Conditions that an event meets which lacks the part. */
const metWithout = new Set(["not_in", "not_contains", "is_null"]);

function criterionSql(criterion: MetricCriterion, bind: Bind): string {
  const { type, column, condition, nullVacuousOverride } = criterion;
  // An empty text counts as none.
  const text = `nullif(${type === "value" ? "value" : `text_at(metadata, ${bind(column ?? "")}::text)`}, '')`;
  const without = nullVacuousOverride ?? metWithout.has(condition);
  return `case when ${text} is null then ${without} else ${isMet(criterion, text, bind)} end`;
}

/** True where a row of `event` of the right name meets all filters of a source. */
export const filterSql = (key: string, bind: Bind): string => {
  const { criteria } = sourceOf(key);
  return criteria.map((criterion) => criterionSql(criterion, bind)).join(" and ") || "true";
};
