// A filter of events as SQL over the rows of the table `event` (API 2.19): true for exactly the events that `matchesEvent` takes.
import type { EventFilter, EventUnit } from "#contract/event-query.ts";
import { isComparison, numberOf, type EventField, type EventTerm } from "#contract/event-where.ts";
import { isNumeric } from "#service/analysis/totals/numeric-text.ts";
import type { Reader, Value } from "#service/database/database.ts";
import { eventColumns } from "#service/database/event-columns.ts";
import { eventUnit } from "#service/database/logs.ts";

/** Adds a parameter of a statement and answers its place, as in `$3`. */
export type Bind = (value: Value) => string;

/** The parameters of one statement. */
export function binding() {
  const values: Value[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  return { values, bind };
}

/** Where the events of a question are read, and the columns that fields of metadata have there. */
export interface EventSource {
  readonly table: string;
  readonly columns?: ReadonlyMap<string, string>;
}

const wholeLog: EventSource = { table: "event" };

/** Of the fields that a question asks for: without their documents, where these are not needed. */
export async function sourceOf(
  reader: Reader,
  { where, units = [] }: EventFilter,
  fields: readonly EventField[] = [],
): Promise<EventSource> {
  const asked = [...where.map(({ field }) => field), ...fields];
  const needsDocuments =
    asked.some(({ part }) => part === "anything" || part === "user" || part === "id") ||
    units.some(({ type }) => type !== "userID");
  if (needsDocuments) return wholeLog;
  const keys = asked.flatMap((field) => ("key" in field ? [field.key] : []));
  return (await eventColumns(reader, keys)) ?? wholeLog;
}

const columns = { name: "name", value: "value", source: "source", userID: "unit_id" } as const;
const documents = { metadata: "metadata", user: "attributes", id: "ids" } as const;

/** SQL of the text of a field; null without one. */
export function fieldSql(field: EventField, bind: Bind, source = wholeLog): string {
  if (field.part === "anything") return "null";
  const column = field.part === "metadata" ? source.columns?.get(field.key) : undefined;
  const text =
    column ??
    ("key" in field ? `text_at(${documents[field.part]}, ${bind(field.key)}::text)` : columns[field.part]);
  return `nullif(${text}, '')`;
}

/** SQL of the number of a field; null where its text is none. */
const numberSql = (field: EventField, bind: Bind, source: EventSource): string => {
  if (field.part === "value") return "value_number";
  const text = fieldSql(field, bind, source);
  return `case when ${isNumeric(text)} then cast(${text} as double precision) end`;
};

const [upper, lower] = ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"];

/** Some text of the event holds the part, A to Z in any case. */
function anythingHolds(value: string, bind: Bind): string {
  const part = `${bind(value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))}::text`;
  const inTexts = Object.values(columns).map(
    (column) => `position(${part} in translate(${column}, '${upper}', '${lower}')) > 0`,
  );
  const inDocuments = Object.values(documents).map(
    (column) => `any_text_holds(coalesce(${column}, '{}'::jsonb), ${part})`,
  );
  return `(${[...inTexts, ...inDocuments].join(" or ")})`;
}

function termSql({ field, condition, values }: EventTerm, bind: Bind, source: EventSource): string {
  if (field.part === "anything") {
    const holds = `(${values.map((value) => anythingHolds(value, bind)).join(" or ")})`;
    return condition === "contains" ? holds : `not ${holds}`;
  }
  if (isComparison(condition)) {
    const limit = `cast(${bind(String(numberOf(values[0] ?? "")))}::text as double precision)`;
    return `coalesce(${numberSql(field, bind, source)} ${condition} ${limit}, false)`;
  }
  const text = fieldSql(field, bind, source);
  const contains = () => values.map((value) => `position(${bind(value)}::text in ${text}) > 0`).join(" or ");
  switch (condition) {
    case "is":
      return `coalesce(${text} = any(${bind(values)}::text[]), false)`;
    case "is not":
      return `not coalesce(${text} = any(${bind(values)}::text[]), false)`;
    case "contains":
      return `coalesce(${contains()}, false)`;
    case "does not contain":
      return `not coalesce(${contains()}, false)`;
    case "exists":
      return `${text} is not null`;
    default:
      return `${text} is null`;
  }
}

function unitsSql(units: readonly EventUnit[], bind: Bind, source: EventSource): string {
  // A chance is found many times as fast as a text, and hardly any other unit has it.
  if (source.columns) {
    const own = units.map(({ id }) => `(chance = unit_chance(${bind(id)}::text) and unit_id = ${bind(id)})`);
    return `(${own.join(" or ")})`;
  }
  const types = [...new Set(units.map(({ type }) => type))];
  const ofType = types.map((type) => {
    const ids = units.filter((unit) => unit.type === type).map(({ id }) => id);
    return `${eventUnit(type, (idType) => `${bind(idType)}::text`)} = any(${bind(ids)}::text[])`;
  });
  return `(${ofType.join(" or ")})`;
}

/** True for the events of a filter. */
export function conditionSql(
  { from, to, names, units, sources, where }: EventFilter,
  bind: Bind,
  source = wholeLog,
): string {
  // A single value is compared by itself, so that an index serves.
  const among = (column: string, values: readonly string[]) =>
    values.length === 1 ? `${column} = ${bind(values[0] ?? "")}` : `${column} = any(${bind(values)}::text[])`;
  return [
    ...(from === undefined ? [] : [`time >= ${bind(from)}`]),
    ...(to === undefined ? [] : [`time < ${bind(to)}`]),
    ...(names ? [among("name", names)] : []),
    ...(units ? [unitsSql(units, bind, source)] : []),
    ...(sources ? [among("source", sources)] : []),
    ...where.map((term) => termSql(term, bind, source)),
    "true",
  ].join(" and ");
}
