// Translates event filters to SQL over the table `event` (API 2.19): true for exactly the events that `matchesEvent` accepts.
import type { EventFilter, EventUnit } from "#contract/event-query.ts";
import { isComparison, numberOf, type EventField, type EventTerm } from "#contract/event-where.ts";
import { isNumeric } from "#service/analysis/totals/numeric-text.ts";
import type { Reader, Value } from "#service/database/database.ts";
import { eventColumns } from "#service/database/event-columns.ts";
import type { EventReader } from "#service/database/event-copy.ts";
import { shareOfNames } from "#service/database/event-hours.ts";
import { eventUnit } from "#service/database/logs.ts";

/** Adds a parameter to a statement and returns its placeholder, such as `$3`. */
export type Bind = (value: Value) => string;

/** The parameters of one statement. */
export function binding() {
  const values: Value[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  return { values, bind };
}

/** The table that a query reads events from, and the columns that metadata fields have in it. */
export interface EventSource {
  readonly table: string;
  readonly columns?: ReadonlyMap<string, string>;
}

export const wholeLog: EventSource = { table: "event" };

/** A source, and the reader that has its table. */
export interface ReadableEvents extends EventSource {
  readonly reader: Reader;
}

/** Share of the log up to which PostgreSQL reads events of these names faster by index than from the column table. */
const fewInLog = 0.01;

/** Whether an index of the log serves a query better on PostgreSQL than the column table, which has only an index on time. */
async function isByIndex(reader: Reader, filter: EventFilter, asked: readonly EventField[]) {
  if (reader.engine !== "postgres") return false;
  const { names, units, sources } = filter;
  // One index contains names, units and times, ordered by unit.
  const isInIndex = asked.every(({ part }) => part === "name" || part === "userID") && sources === undefined;
  if (isInIndex || units !== undefined) return true;
  return names !== undefined && (await shareOfNames(reader, { ...filter, names })) < fewInLog;
}

/** The source for the fields that a query uses; the table without documents if none is needed. */
export async function sourceOf(
  reader: EventReader,
  filter: EventFilter,
  fields: readonly EventField[] = [],
): Promise<ReadableEvents> {
  const { where, units = [] } = filter;
  const asked = [...where.map(({ field }) => field), ...fields];
  const needsDocuments =
    asked.some(({ part }) => part === "anything" || part === "user" || part === "id") ||
    units.some(({ type }) => type !== "userID");
  const inLog = { ...wholeLog, reader };
  if (needsDocuments) return inLog;
  const keys = asked.flatMap((field) => ("key" in field ? [field.key] : []));
  const copied = units.length === 0 && (await copiedColumns(reader, keys));
  if (copied) return copied;
  if (await isByIndex(reader, filter, asked)) return inLog;
  const ids = units.map(({ id }) => id);
  const columns = await eventColumns(reader, keys, ids);
  return columns ? { ...columns, reader } : inLog;
}

/** The columns of these metadata fields in the copy of the events, where there is one. */
async function copiedColumns({ copied }: EventReader, keys: readonly string[]) {
  const found = copied && (await eventColumns(copied.reader, keys));
  if (!found) return undefined;
  const { last, reader } = copied;
  if (last === undefined) return { ...found, reader };
  return { ...found, reader, table: `(select * from ${found.table} where seq <= ${last}) as event` };
}

const columns = { name: "name", value: "value", source: "source", userID: "unit_id" } as const;
const documents = { metadata: "metadata", user: "attributes", id: "ids" } as const;

/** SQL of a field's text as it is stored. */
function storedSql(field: EventField, bind: Bind, source: EventSource): string {
  if (field.part === "anything") return "null";
  const column = field.part === "metadata" ? source.columns?.get(field.key) : undefined;
  return (
    column ??
    ("key" in field ? `text_at(${documents[field.part]}, ${bind(field.key)}::text)` : columns[field.part])
  );
}

const filled = (stored: string) => `nullif(${stored}, '')`;

/** SQL of a field's text; null if the event lacks the field. */
export const fieldSql = (field: EventField, bind: Bind, source = wholeLog): string =>
  filled(storedSql(field, bind, source));

/** SQL of a field's number; null if its text is not a number. */
const numberSql = (field: EventField, bind: Bind, source: EventSource): string => {
  if (field.part === "value") return "value_number";
  const text = fieldSql(field, bind, source);
  return `case when ${isNumeric(text)} then cast(${text} as double precision) end`;
};

const [upper, lower] = ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"];

/** True if any text of the event contains the part; letters A to Z match in either case. */
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

/** A single value is compared with `=`: an index can be used, and the embedded engine compares each distinct text only once. */
const among = (sql: string, values: readonly string[], bind: Bind) =>
  values.length === 1 ? `${sql} = ${bind(values[0] ?? "")}::text` : `${sql} = any(${bind(values)}::text[])`;

/** True for the events that match a term; null counts as false. */
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
      // The values are not empty, so `nullif` is not needed; PostgreSQL has statistics to plan with only for a bare column.
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

/** True for the events that match a filter. */
export function conditionSql(
  { from, to, names, units, sources, where }: EventFilter,
  bind: Bind,
  source = wholeLog,
): string {
  return [
    // Times are literals: with parameters the embedded engine could not skip the parts of the log outside the time range.
    ...(from === undefined ? [] : [`time >= ${from}`]),
    ...(to === undefined ? [] : [`time < ${to}`]),
    ...(names ? [among("name", names, bind)] : []),
    ...(units ? [unitsSql(units, bind, source)] : []),
    ...(sources ? [among("source", sources, bind)] : []),
    ...where.map((term) => termSql(term, bind, source)),
    "true",
  ].join(" and ");
}
