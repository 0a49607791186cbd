// Converts filters of metrics (API 2.12) to SQL over the rows of a metric source.
import type { MetricCriterion } from "#contract/metric.ts";
import { numberIn } from "#service/database/logs.ts";
import { numberOf, type Dialect } from "./dialect.ts";

/** SQL of a part of an event as text and as number, each null if it has none. */
export interface Operand {
  text: string;
  number: string;
  /** True if the column is numeric, so that different spellings of a number are equal. */
  isNumber: boolean;
}

export const textOperand = (dialect: Dialect, text: string): Operand => ({
  text,
  number: numberOf(dialect, text),
  isNumber: false,
});

const comparisons = new Set([">", ">=", "<", "<="]);

/** SQL that is true if the event has the part and it meets the condition. */
function isMet({ condition, values }: MetricCriterion, part: Operand, dialect: Dialect): string {
  const given = values ?? [];
  const literals = (texts: readonly string[]) => texts.map((text) => dialect.literal(text)).join(", ");
  const isAmong = () => {
    if (given.length === 0) return "false";
    const numbers = part.isNumber ? given.flatMap((text) => numberIn(text) ?? []) : [];
    const isEqual =
      numbers.length > 0 ? ` or coalesce(${part.number} in (${numbers.join(", ")}), false)` : "";
    return `(${part.text} in (${literals(given)})${isEqual})`;
  };
  // If removing the searched text changes the part, the part contained it; the engines share no other test.
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
      // Covers is_null, and conditions that a newer version of the service may have stored.
      return "false";
  }
}

/** Conditions that an event without the part meets. */
const metWithout = new Set(["not_in", "not_contains", "is_null"]);

/** SQL that is true if an event with the right name meets all filters. */
export const criteriaSql = (
  criteria: readonly MetricCriterion[],
  partOf: (criterion: MetricCriterion) => Operand,
  dialect: Dialect,
): string =>
  criteria
    .map((criterion) => {
      const part = partOf(criterion);
      const without = criterion.nullVacuousOverride ?? metWithout.has(criterion.condition);
      return `(case when ${part.text} is null then ${without ? "true" : "false"} else ${isMet(criterion, part, dialect)} end)`;
    })
    .join(" and ") || "true";
