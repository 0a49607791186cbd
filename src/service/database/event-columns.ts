// A second copy of the event log, with a column for each metadata field and without the wide documents. The embedded engine reads a
// single column in a hundredth of the time that looking into each document takes; PostgreSQL reads a third of the bytes, and no document.
// The copy is filled gradually, in the order of the log, and queries read the documents of the rest: answers are the same at any time.
import type { Reader, Transaction } from "./database.ts";
import { pointerTo, quotedText } from "./text-literals.ts";

// Choice: the first 100 metadata fields of events have columns, others are looked up in each event. An app that makes up names of fields must not fill the database with columns.
const mostColumns = 100;
/** The place that stands for all fields of events without a column. */
const noPlace = -1;

/** Columns that the event log has, too. */
const sharedColumns = ["seq", "time", "name", "unit_id", "value", "value_number", "source"];
const shared = sharedColumns.join(", ");

const columnAt = (place: number) => `field_${place}`;

/** All columns. PostgreSQL has them from the start: adding one waits for all readers of the table, and blocks later readers meanwhile. */
export const columnsAtStart = Array.from({ length: mostColumns }, (_, place) => columnAt(place));

/** A source of events that needs no documents. */
export interface EventColumns {
  /** SQL of a table with the columns of the log. */
  readonly table: string;
  /** Names of its columns by metadata field. */
  readonly columns: ReadonlyMap<string, string>;
}

type Place = { field: string; place: number };

/** The places of the columns by field; the field with the empty name stands for all fields without a column. */
export const readPlaces = async (reader: Reader) =>
  new Map(
    (await reader.query<Place>("select field, place from event_field")).map(({ field, place }) => [
      field,
      place,
    ]),
  );

/** SQL of events without their documents, for a statement in the same snapshot. */
export async function eventsWithoutDocuments(reader: Reader): Promise<string> {
  // In PostgreSQL the log itself has an index by time.
  const filled = reader.engine === "duckdb" ? await lastFilled(reader) : 0;
  if (filled === 0) return "event";
  const narrow = "seq, time, name";
  return `(
    select ${narrow} from event_column
    union all select ${narrow} from event where seq > ${filled}
  ) as event`;
}

/** Number of the last event whose columns are filled. */
const lastFilled = async (reader: Reader) =>
  (await reader.query<{ seq: number }>("select seq from event_filled"))[0]?.seq ?? 0;

/** SQL of the events that may belong to units with these ids; hardly any others match. A number is found many times as fast as a text,
 *  which the engine might compare first; a literal id becomes one number, not computed again for each part of the log. */
const withChances = (table: string, ids: readonly string[]) => `(
    with narrow as materialized (
      select * from ${table} as narrow where ${ids.map((id) => `chance = unit_chance(${quotedText(id)})`).join(" or ")}
    ) select * from narrow
  )`;

/** The columns of these metadata fields; undefined where one has no column, or nothing is filled yet. Restricted to `units` where any are
 *  given. */
export async function eventColumns(
  reader: Reader,
  fields: readonly string[],
  units: readonly string[] = [],
): Promise<EventColumns | undefined> {
  const filled = await lastFilled(reader);
  if (filled === 0) return undefined;
  const places = fields.length > 0 ? await readPlaces(reader) : new Map<string, number>();
  const isFull = [...places.values()].includes(noPlace);
  const found = [...new Set(fields)].map((field) => ({ field, place: places.get(field) }));
  if (isFull && found.some(({ place }) => place === undefined)) return undefined;
  const named = found.map(({ field, place }, index) => ({ field, place, column: `asked_${index}` }));
  const filledFields = named.map(
    // No filled event has the other fields.
    ({ place, column }) => `, ${place === undefined ? "cast(null as text)" : columnAt(place)} as ${column}`,
  );
  const otherFields = named.map(
    ({ field, column }) => `, text_at(metadata, ${quotedText(field)}) as ${column}`,
  );
  const table = `(
      select ${shared}, chance ${filledFields.join("")} from event_column
      union all
      select ${shared}, unit_chance(unit_id) as chance ${otherFields.join("")} from event where seq > ${filled}
    )`;
  return {
    table: `${units.length > 0 ? withChances(table, units) : table} as event`,
    columns: new Map(named.map(({ field, column }) => [field, column])),
  };
}

/** The metadata fields that occur in these events. */
export async function fieldsAmong(reader: Reader, condition: string): Promise<ReadonlySet<string>> {
  const rows = await reader.query<{ fields: string[] | null }>(
    `select distinct field_names(metadata) as fields from event where ${condition}`,
  );
  return new Set(rows.flatMap(({ fields }) => fields ?? []));
}

/** Returns the places of these fields, and assigns columns to new ones as long as columns are left. */
export async function placesOf(
  transaction: Transaction,
  names: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const places = await readPlaces(transaction);
  for (const field of names) {
    if (places.has(field)) continue;
    const taken = [...places.values()].filter((place) => place !== noPlace).length;
    if (taken === mostColumns) {
      if (![...places.values()].includes(noPlace))
        await transaction.query(`insert into event_field (field, place) values ('', ${noPlace})`);
      break;
    }
    if (transaction.engine === "duckdb")
      await transaction.query(`alter table event_column add column ${columnAt(taken)} text`);
    await transaction.query("insert into event_field (field, place) values ($1, $2)", [field, taken]);
    places.set(field, taken);
  }
  return new Map([...places].filter(([field, place]) => place !== noPlace && names.has(field)));
}

/** SQL of the texts of fields in a document, as a list. */
export const textsOf = {
  // Faster than extracting them one by one.
  duckdb: (keys: readonly string[]) =>
    `json_extract_string(metadata, array[${keys.map((key) => quotedText(pointerTo(key))).join(", ")}]::text[])`,
  postgres: (keys: readonly string[]) =>
    `array[${keys.map((key) => `text_at(metadata, ${quotedText(key)})`).join(", ")}]::text[]`,
};

/** The columns of the events that meet a condition, and a query for their values. */
export function filledColumns(
  engine: Reader["engine"],
  places: ReadonlyMap<string, number>,
  condition: string,
) {
  const texts = textsOf[engine]([...places.keys()]);
  const fields = [...places.values()].map((place, index) => ({
    column: columnAt(place),
    value: `texts[${index + 1}]`,
  }));
  const columns = [...sharedColumns, "chance", ...fields.map(({ column }) => column)];
  const values = fields.map(({ column, value }) => `, ${value} as ${column}`).join("");
  const select = `select ${shared}, unit_chance(unit_id) as chance ${values}
    from (select ${shared}, ${texts} as texts from event where ${condition}) as event`;
  return { columns, select };
}

/** The number of the last event whose columns are filled, and that of the last event in the log. */
export async function fillProgress(reader: Reader): Promise<{ filled: number; last: number }> {
  const filled = await lastFilled(reader);
  const [log] = await reader.query<{ last: number | null }>("select max(seq) as last from event");
  return { filled, last: log?.last ?? 0 };
}

export const setFilled = (transaction: Transaction, number: number) =>
  transaction.query("update event_filled set seq = $1", [number]);

/** Fills the columns of the next events, at most `atOnce`; returns whether there are more. */
export async function fillColumns(transaction: Transaction, atOnce: number): Promise<boolean> {
  const { filled, last } = await fillProgress(transaction);
  if (last <= filled) return false;
  const until = Math.min(last, filled + atOnce);
  const condition = `seq > ${filled} and seq <= ${until}`;
  const places = await placesOf(transaction, await fieldsAmong(transaction, condition));
  const { columns, select } = filledColumns(transaction.engine, places, condition);
  // Keeps events of one day together: PostgreSQL then finds those of a time on few pages, whatever order they arrived in.
  await transaction.query(`insert into event_column (${columns.join(", ")}) ${select} order by time`);
  await setFilled(transaction, until);
  return until < last;
}

/** Most events whose columns PostgreSQL looks up by time; with more of them, scanning the table is faster. */
const mostLookedUp = 10_000;

/** Deletes the columns of events that are about to be deleted from the log. */
export async function removeColumns(transaction: Transaction, condition: string) {
  if (transaction.engine === "postgres") {
    const events = await transaction.query<{ seq: number; time: number }>(
      `select seq, time from event where ${condition} limit ${mostLookedUp + 1}`,
    );
    if (events.length <= mostLookedUp) {
      const [times, numbers] = [events.map(({ time }) => String(time)), events.map(({ seq }) => String(seq))];
      await transaction.query(
        "delete from event_column where time = any($1::bigint[]) and seq = any($2::bigint[])",
        [times, numbers],
      );
      return;
    }
  }
  await transaction.query(`delete from event_column where seq in (select seq from event where ${condition})`);
}

/** Lowers the progress numbers after events were deleted, because the numbers of the last ones may be assigned again. */
export async function clampProgress(transaction: Transaction) {
  for (const table of ["event_counted", "event_filled", "event_valued"])
    await transaction.query(
      `update ${table} set seq = least(seq, coalesce((select max(seq) from event), 0))`,
    );
}
