// The log once more, with a column for each field of metadata and without the wide documents. The embedded engine reads the column of a
// field alone, in a hundredth of the time that looking into each document takes; PostgreSQL reads a third of the bytes, and looks into no
// document. It is filled a little at a time, in the order in which the log was stored, and of the rest of the log the documents are asked:
// the answers are the same at any moment.
import type { Reader, Transaction } from "./database.ts";
import { pointerTo, quotedText } from "./text-literals.ts";

// Choice: the first 100 fields of the metadata of events have columns, others are looked up in each event. An app that makes up names of fields must not fill the database with columns.
const mostColumns = 100;
/** Stands for all fields of events that have no column. */
const noPlace = -1;

/** Columns that the log has, too. */
const sharedColumns = ["seq", "time", "name", "unit_id", "value", "value_number", "source"];
const shared = sharedColumns.join(", ");

const columnAt = (place: number) => `field_${place}`;

/** All of them. PostgreSQL has them from the start: to add one it waits for whoever reads the table, and who comes next waits for it. */
export const columnsAtStart = Array.from({ length: mostColumns }, (_, place) => columnAt(place));

/** Where events are read without their documents. */
export interface EventColumns {
  /** SQL of a table with the columns that the log has. */
  readonly table: string;
  /** Its columns by field of metadata. */
  readonly columns: ReadonlyMap<string, string>;
}

type Place = { field: string; place: number };

/** The places of the columns of fields; the field without a name stands for all that have none. */
export const readPlaces = async (reader: Reader) =>
  new Map(
    (await reader.query<Place>("select field, place from event_field")).map(({ field, place }) => [
      field,
      place,
    ]),
  );

/** SQL of events without their documents, for a statement of the same snapshot. */
export async function narrowEvents(reader: Reader): Promise<string> {
  // Of PostgreSQL the log itself has an index in the order of time.
  const filled = reader.engine === "duckdb" ? await lastFilled(reader) : 0;
  if (filled === 0) return "event";
  const narrow = "seq, time, name";
  return `(
    select ${narrow} from event_column
    union all select ${narrow} from event where seq > ${filled}
  ) as event`;
}

/** Number of the last event that has its columns. */
const lastFilled = async (reader: Reader) =>
  (await reader.query<{ seq: number }>("select seq from event_filled"))[0]?.seq ?? 0;

/** Events that a unit of these ids, and hardly any other one, has. A chance is found many times as fast as a text, which the engine would
 *  look at first at times; written out it is one number, and not computed again for each part of the log. */
const withChances = (table: string, ids: readonly string[]) => `(
    with narrow as materialized (
      select * from ${table} as narrow where ${ids.map((id) => `chance = unit_chance(${quotedText(id)})`).join(" or ")}
    ) select * from narrow
  )`;

/** The columns of these fields of metadata; undefined where one has none, or nothing is filled yet. Of units only where some are given. */
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
    // No event that is filled has the others.
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

/** The fields that come up among these events. */
export async function fieldsAmong(reader: Reader, condition: string): Promise<ReadonlySet<string>> {
  const rows = await reader.query<{ fields: string[] | null }>(
    `select distinct field_names(metadata) as fields from event where ${condition}`,
  );
  return new Set(rows.flatMap(({ fields }) => fields ?? []));
}

/** Columns for these fields, as long as there are any to have. */
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
  // Faster than one by one.
  duckdb: (keys: readonly string[]) =>
    `json_extract_string(metadata, array[${keys.map((key) => quotedText(pointerTo(key))).join(", ")}]::text[])`,
  postgres: (keys: readonly string[]) =>
    `array[${keys.map((key) => `text_at(metadata, ${quotedText(key)})`).join(", ")}]::text[]`,
};

/** The columns of events that meet a condition, and SQL of their values. */
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

/** The events that have no columns yet: number of the last one that has, and of the last one of all. */
export async function unfilled(reader: Reader): Promise<{ filled: number; last: number }> {
  const filled = await lastFilled(reader);
  const [log] = await reader.query<{ last: number | null }>("select max(seq) as last from event");
  return { filled, last: log?.last ?? 0 };
}

export const setFilled = (transaction: Transaction, number: number) =>
  transaction.query("update event_filled set seq = $1", [number]);

/** Fills the columns of the next events, up to a number of them; answers whether there are more. */
export async function fillColumns(transaction: Transaction, atOnce: number): Promise<boolean> {
  const { filled, last } = await unfilled(transaction);
  if (last <= filled) return false;
  const until = Math.min(last, filled + atOnce);
  const condition = `seq > ${filled} and seq <= ${until}`;
  const places = await placesOf(transaction, await fieldsAmong(transaction, condition));
  const { columns, select } = filledColumns(transaction.engine, places, condition);
  // Events of one day beside each other: PostgreSQL then finds those of a time on few pages, whatever order they came in.
  await transaction.query(`insert into event_column (${columns.join(", ")}) ${select} order by time`);
  await setFilled(transaction, until);
  return until < last;
}

/** Events whose columns PostgreSQL looks up by their times, at most; those of more it finds sooner among all. */
const mostLookedUp = 10_000;

/** Removes the columns of events that are about to be removed from the log. */
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

/** After events were removed: the numbers of the last ones may be given again. */
export async function lowerNumbers(transaction: Transaction) {
  for (const table of ["event_counted", "event_filled", "event_valued"])
    await transaction.query(
      `update ${table} set seq = least(seq, coalesce((select max(seq) from event), 0))`,
    );
}
