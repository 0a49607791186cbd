// Counts by day how many events of each name have each field, by the type of its value, and come from each source. Kept like the counts
// by hour.
import type { Reader, Transaction, Value } from "./database.ts";
import { lastCounted } from "./event-hours.ts";
import { pointerTo, quotedText } from "./text-literals.ts";

export const day = 86_400_000;

/** SQL of the day of a time, also before 1970. */
const dayOfTime = `((time - (time % ${day} + ${day}) % ${day}) / ${day})`;

export type CountedPart = {
  name: string;
  day: number;
  kind: "field" | "source";
  part: string;
  /** Type of the field's values; empty for a source. */
  type: string;
  logged: number;
  /** One of the field's values; null for a source. */
  example: string | null;
};

/** Most fields to count in one part of the log, because an app that makes up field names must not fill the tables. */
const mostFields = 200;
const longestExample = 60;
/** Most events to count while a request waits; the background soon counts the rest. */
const mostUncounted = 50_000;

/** Type names of the API by those of both engines. */
const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  VARCHAR: "text",
  BOOLEAN: "boolean",
  array: "list",
  ARRAY: "list",
  OBJECT: "object",
  NULL: "null",
  UBIGINT: "number",
  BIGINT: "number",
  HUGEINT: "number",
  DOUBLE: "number",
};

function exampleOf(document: Readonly<Record<string, unknown>>, field: string): string {
  const value = document[field];
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  // Databases do not store half of a surrogate pair at the end.
  return text.slice(0, longestExample).replace(/\p{Surrogate}$/u, "");
}

async function fieldsOf(reader: Reader, condition: string, values: readonly Value[]): Promise<string[]> {
  const rows = await reader.query<{ fields: string[] | null }>(
    `select distinct field_names(metadata) as fields from event where ${condition}`,
    values,
  );
  return [...new Set(rows.flatMap(({ fields }) => fields ?? []))].toSorted().slice(0, mostFields);
}

type Group = {
  name: string;
  day: number;
  source: string;
  types: string[];
  logged: number;
  sample: string | null;
};

/** The parts of the events that meet a condition. Their documents are read twice, which takes a quarter of the time of reading each field
 *  of each event as a row. */
export async function partsOf(
  reader: Reader,
  condition: string,
  values: readonly Value[] = [],
): Promise<CountedPart[]> {
  const fields = await fieldsOf(reader, condition, values);
  const types = fields.length
    ? `field_types(metadata, array[${fields.map((field) => quotedText(pointerTo(field))).join(", ")}])`
    : "null";
  const groups = await reader.query<Group>(
    `select name, day, source, types, count(*) as logged, min(sample) as sample from (
       select name, ${dayOfTime} as day, source, ${types} as types, cast(metadata as text) as sample from event where ${condition}
     ) as typed group by name, day, source, types`,
    values,
  );
  const parts = new Map<string, CountedPart>();
  const add = (part: CountedPart) => {
    const key = JSON.stringify([part.name, part.day, part.kind, part.part, part.type]);
    const known = parts.get(key);
    if (known) known.logged += part.logged;
    else parts.set(key, part);
  };
  for (const { name, day: ofDay, source, types: found, logged, sample } of groups) {
    const of = { name, day: ofDay, logged };
    add({ ...of, kind: "source", part: source, type: "", example: null });
    const document = sample === null ? {} : (JSON.parse(sample) as Record<string, unknown>);
    for (const [place, field] of fields.entries()) {
      const type = found?.[place];
      if (type)
        add({
          ...of,
          kind: "field",
          part: field,
          type: typeWords[type] ?? type,
          example: exampleOf(document, field),
        });
    }
  }
  return [...parts.values()];
}

const columns = ["name", "day", "kind", "part", "type", "logged", "example"] as const;

const store = (transaction: Transaction, parts: readonly CountedPart[]) =>
  transaction.load(
    "event_part",
    columns,
    parts.map((part) => columns.map((column) => part[column])),
  );

/** Counts events that are not counted yet. */
export const countParts = async (transaction: Transaction, condition: string) =>
  store(transaction, await partsOf(transaction, condition));

/** Subtracts events that are about to be deleted from the counts, and removes examples that may come from them. */
export async function uncountParts(transaction: Transaction, condition: string) {
  const parts = await partsOf(transaction, `(${condition}) and seq <= ${lastCounted}`);
  if (parts.length === 0) return;
  const days = parts.map((part) => part.day);
  const [first, last] = [days.reduce((a, b) => Math.min(a, b)), days.reduce((a, b) => Math.max(a, b))];
  await transaction.query(
    "update event_part set example = null where name = any($1) and day between $2 and $3",
    [[...new Set(parts.map(({ name }) => name))], first, last],
  );
  await store(
    transaction,
    parts.map((part) => ({ ...part, logged: -part.logged, example: null })),
  );
}

/** Sums up the rows of each part. */
export async function sumParts(transaction: Transaction) {
  await transaction.query(
    `create temp table summed_part as select name, day, kind, part, type, cast(sum(logged) as bigint) as logged, max(example) as example
     from event_part group by name, day, kind, part, type having sum(logged) > 0`,
  );
  await transaction.query("delete from event_part");
  const names = columns.join(", ");
  await transaction.query(`insert into event_part (${names}) select ${names} from summed_part`);
  await transaction.query("drop table summed_part");
}

/** The parts of the whole log, including up to `mostUncounted` events that are not counted yet. Must run in a snapshot. */
export async function readParts(reader: Reader, counted: number): Promise<CountedPart[]> {
  const parts = await reader.query<CountedPart>(
    `select name, day, kind, part, type, cast(sum(logged) as bigint) as logged, max(example) as example
     from event_part group by name, day, kind, part, type having sum(logged) > 0`,
  );
  return [...parts, ...(await partsOf(reader, `seq > ${counted} and seq <= ${counted + mostUncounted}`))];
}
