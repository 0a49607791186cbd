// Filters of metrics (API 2.12) over the rows of a metric source.
import type { MetricCriterion } from "#contract/metric.ts";
import { numberIn } from "#service/database/logs.ts";
import { numberOf, type Dialect } from "./dialect.ts";

/** Text and number of a part of an event, each null where it has none. */
export interface Part {
  text: string;
  number: string;
  /** The part is a number in its table: what is written differently is the same. */
  isNumber: boolean;
}

export const textPart = (dialect: Dialect, text: string): Part => ({
  text,
  number: numberOf(dialect, text),
  isNumber: false,
});

const comparisons = new Set([">", ">=", "<", "<="]);

/** True where the event has the part and it meets the condition. */
function isMet({ condition, values }: MetricCriterion, part: Part, dialect: Dialect): string {
  const given = values ?? [];
  const literals = (texts: readonly string[]) => texts.map((text) => dialect.literal(text)).join(", ");
  const isAmong = () => {
    if (given.length === 0) return "false";
    const numbers = part.isNumber ? given.flatMap((text) => numberIn(text) ?? []) : [];
    const isEqual =
      numbers.length > 0 ? ` or coalesce(${part.number} in (${numbers.join(", ")}), false)` : "";
    return `(${part.text} in (${literals(given)})${isEqual})`;
  };
  // A text that is longer than without a part had the part; engines have no other test in common.
  const contains = () =>
    given
      .map((text) => (text ? `replace(${part.text}, ${dialect.literal(text)}, '') <> ${part.text}` : "true"))
      .join(" or ") || "false";
  if (comparisons.has(condition)) {
    const limit = Number(given[0] ?? "");
    return Number.isNaN(limit)
      ? "false"
      : `coalesce(${part.number} ${condition} cast(${dialect.literal(String(limit))} as ${dialect.double}), false)`;
  }
  switch (condition) {
    case "in":
    case "=":
      return isAmong();
    case "not_in":
      return `not ${isAmong()}`;
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

/** True where an event of the right name meets all filters. */
export const criteriaSql = (
  criteria: readonly MetricCriterion[],
  partOf: (criterion: MetricCriterion) => Part,
  dialect: Dialect,
): string =>
  criteria
    .map((criterion) => {
      const part = partOf(criterion);
      const without = criterion.nullVacuousOverride ?? metWithout.has(criterion.condition);
      return `(case when ${part.text} is null then ${without ? "true" : "false"} else ${isMet(criterion, part, dialect)} end)`;
    })
    .join(" and ") || "true";
