// A filter of events as SQL over the rows of the table `event` (API 2.19): true for exactly the events that `matchesEvent` takes.
import type { EventFilter, EventUnit } from "#contract/event-query.ts";
import { isComparison, numberOf, type EventField, type EventTerm } from "#contract/event-where.ts";
import { isNumeric } from "#service/analysis/totals/numeric-text.ts";
import type { Reader, Value } from "#service/database/database.ts";
import { eventColumns } from "#service/database/event-columns.ts";
import { shareOfNames } from "#service/database/event-hours.ts";
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

export const wholeLog: EventSource = { table: "event" };

/** Share of the log up to which PostgreSQL reads events of these names sooner by the index of the log than all in columns. */
const fewInLog = 0.01;

/** Whether PostgreSQL has an index of the log that serves a question better than columns, which have none but that of time. */
async function isByIndex(reader: Reader, filter: EventFilter, asked: readonly EventField[]) {
  if (reader.engine !== "postgres") return false;
  const { names, units, sources } = filter;
  // Names, units and times stand in one index, in the order of units.
  const isInIndex = asked.every(({ part }) => part === "name" || part === "userID") && sources === undefined;
  if (isInIndex || units !== undefined) return true;
  return names !== undefined && (await shareOfNames(reader, { ...filter, names })) < fewInLog;
}

/** Of the fields that a question asks for: without their documents, where these are not needed. */
export async function sourceOf(
  reader: Reader,
  filter: EventFilter,
  fields: readonly EventField[] = [],
): Promise<EventSource> {
  const { where, units = [] } = filter;
  const asked = [...where.map(({ field }) => field), ...fields];
  const needsDocuments =
    asked.some(({ part }) => part === "anything" || part === "user" || part === "id") ||
    units.some(({ type }) => type !== "userID");
  if (needsDocuments || (await isByIndex(reader, filter, asked))) return wholeLog;
  const keys = asked.flatMap((field) => ("key" in field ? [field.key] : []));
  const ids = units.map(({ id }) => id);
  return (await eventColumns(reader, keys, ids)) ?? wholeLog;
}

const columns = { name: "name", value: "value", source: "source", userID: "unit_id" } as const;
const documents = { metadata: "metadata", user: "attributes", id: "ids" } as const;

/** SQL of the text of a field as it is stored. */
function storedSql(field: EventField, bind: Bind, source: EventSource): string {
  if (field.part === "anything") return "null";
  const column = field.part === "metadata" ? source.columns?.get(field.key) : undefined;
  return (
    column ??
    ("key" in field ? `text_at(${documents[field.part]}, ${bind(field.key)}::text)` : columns[field.part])
  );
}

const filled = (stored: string) => `nullif(${stored}, '')`;

/** SQL of the text of a field; null without one. */
export const fieldSql = (field: EventField, bind: Bind, source = wholeLog): string =>
  filled(storedSql(field, bind, source));

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

/** A single value is compared by itself: an index serves, and the embedded engine looks at each different text once. */
const among = (sql: string, values: readonly string[], bind: Bind) =>
  values.length === 1 ? `${sql} = ${bind(values[0] ?? "")}::text` : `${sql} = any(${bind(values)}::text[])`;

/** True for the events that a term takes; null for others is as good as false. */
function termSql({ field, condition, values }: EventTerm, bind: Bind, source: EventSource): string {
  if (field.part === "anything") {
    const holds = `(${values.map((value) => anythingHolds(value, bind)).join(" or ")})`;
    return condition === "contains" ? holds : `not ${holds}`;
  }
  if (isComparison(condition)) {
    const limit = `cast(${bind(String(numberOf(values[0] ?? "")))}::text as double precision)`;
    return `${numberSql(field, bind, source)} ${condition} ${limit}`;
  }
  const stored = storedSql(field, bind, source);
  const text = filled(stored);
  const contains = () => values.map((value) => `position(${bind(value)}::text in ${text}) > 0`).join(" or ");
  switch (condition) {
    case "is":
      // No value is empty. Of a column alone PostgreSQL knows how frequent a value is, and plans by that.
      return among(stored, values, bind);
    case "is not":
      return `not coalesce(${among(text, values, bind)}, false)`;
    case "contains":
      return `(${contains()})`;
    case "does not contain":
      return `not coalesce(${contains()}, false)`;
    case "exists":
      return `${text} is not null`;
    default:
      return `${text} is null`;
  }
}

function unitsSql(units: readonly EventUnit[], bind: Bind, source: EventSource): string {
  if (source.columns) return among("unit_id", [...new Set(units.map(({ id }) => id))], bind);
  const types = [...new Set(units.map(({ type }) => type))];
  const ofType = types.map((type) => {
    const ids = units.filter((unit) => unit.type === type).map(({ id }) => id);
    return among(
      eventUnit(type, (idType) => `${bind(idType)}::text`),
      ids,
      bind,
    );
  });
  return `(${ofType.join(" or ")})`;
}

/** True for the events of a filter. */
export function conditionSql(
  { from, to, names, units, sources, where }: EventFilter,
  bind: Bind,
  source = wholeLog,
): string {
  return [
    // As parameters they would keep the embedded engine from leaving out the parts of the log that are of another time.
    ...(from === undefined ? [] : [`time >= ${from}`]),
    ...(to === undefined ? [] : [`time < ${to}`]),
    ...(names ? [among("name", names, bind)] : []),
    ...(units ? [unitsSql(units, bind, source)] : []),
    ...(sources ? [among("source", sources, bind)] : []),
    ...where.map((term) => termSql(term, bind, source)),
    "true",
  ].join(" and ");
}
