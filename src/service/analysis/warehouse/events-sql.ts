// SQL of the events that metrics count from their metric sources; each source is read once.
import type { MetricCriterion } from "#contract/metric.ts";
import { sourceOf } from "#service/analysis/plan/event-source.ts";
import { criteriaSql, type Operand, textOperand } from "./criteria-sql.ts";
import { constants, type Dialect } from "./dialect.ts";
import { boundsSql, dayMs, type Range } from "./source-bounds.ts";
import type { MetricTable } from "./source-tables.ts";
import type { StatementPlan } from "./statement-plan.ts";

interface Read {
  plan: StatementPlan;
  /** Numbers of the events that the table contains. */
  events: readonly number[];
  ranges: readonly Range[];
  dialect: Dialect;
}

/** SQL of the columns read from a row: metadata as `field_<n>`, the value as `value_text` and `value_number`. */
function readColumns(table: MetricTable, dialect: Dialect) {
  const { valueColumn, valueType, fieldColumns, fieldsColumn } = table;
  const column = (name: string) => `s.${dialect.column(name)}`;
  const columns: string[] = [];
  const add = (name: string, sql: string) => {
    if (!columns.includes(`${sql} as ${name}`)) columns.push(`${sql} as ${name}`);
    return `r.${name}`;
  };
  const keys: string[] = [];
  const fieldSql = (key: string) => {
    const own = fieldColumns[key];
    if (own !== undefined) return dialect.text(column(own));
    return fieldsColumn === null
      ? dialect.text("null")
      : dialect.text(dialect.field(column(fieldsColumn), key));
  };
  const field = (key: string) => {
    if (!keys.includes(key)) keys.push(key);
    return add(`field_${keys.indexOf(key)}`, `nullif(${fieldSql(key)}, '')`);
  };
  const value = (): Operand => {
    const text =
      valueColumn === null ? dialect.text("null") : `nullif(${dialect.text(column(valueColumn))}, '')`;
    const operand = textOperand(dialect, add("value_text", text));
    if (valueColumn === null || valueType !== "number") return operand;
    const number = `cast(${column(valueColumn)} as ${dialect.double})`;
    return {
      ...operand,
      isNumber: true,
      number: add("value_number", `case when abs(${number}) < 1e100 then ${number} end`),
    };
  };
  const operand = (key: string | undefined) =>
    key === undefined ? value() : textOperand(dialect, field(key));
  return { columns, operand, field };
}

/** Choice: an event with a day but no time of day counts from the day of exposure on: it is placed at the end of its day. */
function momentSql({ timeColumn, timeType }: MetricTable, dialect: Dialect): string {
  const moment = dialect.milliseconds(`s.${dialect.column(timeColumn)}`, timeType);
  return timeType === "day" ? `${moment} + ${dayMs - 1}` : moment;
}

/**
 * SQL of rows with `unit_id`, `moment`, `event_target`, `step`, `steps` and `eventColumns`: `n` is 1, `sum_<n>` a
 * number or null, `with_<n>` is 1 if the number is present, and `value_<n>` is the text of an event dimension.
 */
export function eventsSql(table: MetricTable, { plan, events, ranges, dialect }: Read): string {
  const { targets, plan: measured, numbers } = plan;
  const { columns, operand, field } = readColumns(table, dialect);
  const nameOf = (event: number) => sourceOf(measured.events[event] ?? "").name;
  const names = [...new Set(events.map(nameOf))].map((name) => dialect.literal(name));
  const partOf = ({ type, column }: MetricCriterion) =>
    operand(type === "value" ? undefined : (column ?? ""));

  const filters = events.flatMap((event) => {
    const { criteria } = sourceOf(measured.events[event] ?? "");
    return criteria.length > 0 ? [`when ${event} then ${criteriaSql(criteria, partOf, dialect)}`] : [];
  });
  const numberSql = (index: number) => {
    const cases = events.flatMap((event) => {
      const keys = measured.numbers[event] ?? [];
      return index < keys.length ? [`when ${event} then ${operand(keys[index]).number}`] : [];
    });
    return cases.length > 0
      ? `case p.event_target ${cases.join(" ")} end`
      : `cast(null as ${dialect.double})`;
  };
  const sums = Array.from({ length: numbers }, (_, index) => `sum_${index}`);
  const values = measured.eventDimensions.map((_, index) => `value_${index + 1}`);
  const taken = [
    ...sums.map((name, index) => `${numberSql(index)} as ${name}`),
    ...measured.eventDimensions.map(({ key }, index) => `${field(key)} as ${values[index]}`),
  ];
  const rows = targets
    .filter(({ event }) => events.includes(event))
    .map(({ event, target, step, steps }) => [dialect.literal(nameOf(event)), event, target, step, steps]);
  const column = (name: string) => `s.${dialect.column(name)}`;
  const own = [
    `${dialect.text(column(table.unitColumn))} as unit_id`,
    `${momentSql(table, dialect)} as moment`,
    `${table.eventColumn === null ? (names[0] ?? "''") : dialect.text(column(table.eventColumn))} as event_name`,
    ...columns,
  ];
  const where = [
    boundsSql(table, ranges, dialect),
    ...(table.eventColumn === null ? [] : [`${column(table.eventColumn)} in (${names.join(", ")})`]),
  ];
  const isCounted = filters.length > 0 ? ` and case p.event ${filters.join(" ")} else true end` : "";
  const withNumber = sums.map(
    (name, index) => `${name}, case when ${name} is null then 0 else 1 end as with_${index}`,
  );
  return `select ${["unit_id", "moment", "event_target", "step", "steps", "1 as n", ...withNumber, ...values].join(", ")}
from (
select ${["r.unit_id", "r.moment", "p.event_target", "p.step", "p.steps", ...taken].join(", ")}
from (
select ${own.join(", ")}
from (${table.sql}) s
where ${where.join(" and ")}
) r join (${constants(dialect, ["event_name", "event", "event_target", "step", "steps"], rows)}) p on p.event_name = r.event_name
where r.unit_id <> ''${isCounted}
) q`;
}
