// Builds the SQL that selects the events of a filter from a metric source. Conditions on time, partition and name use the
// source's own columns in an inner query; all other conditions are in an outer one. Pure.
import type { EventFilter } from "#contract/event-query.ts";
import { metricCondition } from "#contract/event-criteria.ts";
import { isComparison, numberOf, type EventField, type EventTerm } from "#contract/event-where.ts";
import { criteriaSql } from "#service/analysis/warehouse/criteria-sql.ts";
import type { Dialect } from "#service/analysis/warehouse/dialect.ts";
import { boundsSql } from "#service/analysis/warehouse/source-bounds.ts";
import { badRequest } from "#service/http/errors.ts";
import type { EventParts } from "./event-parts.ts";
import { fieldProblem, type EventTable } from "./event-table.ts";

/** A filter for a warehouse, which always has both ends of the time range in ms; `to` is exclusive. */
export type BoundedFilter = EventFilter & { readonly from: number; readonly to: number };

export const unitField = (type: string): EventField =>
  type === "userID" ? { part: "userID" } : { part: "id", key: type };

/** Throws 400 if the filter uses a field that the table does not have; each error names the parameter that uses it. */
export function checkFields(table: EventTable, { units = [], sources, where }: EventFilter) {
  const asked: [string, EventField][] = [
    ...units.map(({ type }): [string, EventField] => [
      type === "userID" ? "userID" : "unit",
      unitField(type),
    ]),
    ...(sources ? [["source", { part: "source" }] as [string, EventField]] : []),
    ...where.map(({ field }): [string, EventField] => ["where", field]),
  ];
  const problems = asked.flatMap(([property, field]) => {
    const errorMessage = fieldProblem(table, field);
    return errorMessage ? [{ property, errorMessage }] : [];
  });
  if (problems.length > 0) throw badRequest(problems);
}

const criterionOf = ({ condition, values }: EventTerm) => ({
  type: "",
  condition: metricCondition(condition),
  values: isComparison(condition) ? [String(numberOf(values[0] ?? ""))] : [...values],
});

/** Returns SQL `from (…) r where …`. The rows `r` have only the columns that `parts` contains by then, so call it last. */
export function selectionSql(
  table: EventTable,
  { from, to, names, units, sources, where }: BoundedFilter,
  parts: EventParts,
  dialect: Dialect,
): string {
  const among = (field: EventField, values: readonly string[]) =>
    `${parts.operand(field).text} in (${values.map((value) => dialect.literal(value)).join(", ") || "null"})`;
  const conditions = [
    ...(units ? [`(${units.map(({ type, id }) => among(unitField(type), [id])).join(" or ")})`] : []),
    ...(sources ? [among({ part: "source" }, sources)] : []),
    ...where.map((term) => criteriaSql([criterionOf(term)], () => parts.operand(term.field), dialect)),
  ];
  const { eventColumn, name } = table;
  const literals = (names ?? []).map((one) => dialect.literal(one)).join(", ") || "null";
  const named = eventColumn
    ? `s.${dialect.column(eventColumn)} in (${literals})`
    : `${dialect.literal(name)} in (${literals})`;
  const bounds = boundsSql(table, [{ start: from, end: to - 1 }], dialect);
  return `from (
select ${parts.selectList()}
from (
${table.sql}
) s
where ${[bounds, ...(names ? [named] : [])].join(" and ")}
) r
where ${conditions.join(" and ") || "1 = 1"}`;
}
