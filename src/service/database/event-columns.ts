// The log of the embedded engine once more, with a column for each field of metadata and without the wide documents. A question about a
// field reads its column alone, in a hundredth of the time that looking into each document takes. It is filled a little at a time, in the
// order in which the log was stored, and of the rest of the log the documents are asked: the answers are the same at any moment.
import type { Reader, Transaction, Value } from "./database.ts";

// Choice: the first 100 fields of the metadata of events have columns, others are looked up in each event. An app that makes up names of fields must not fill the database with columns.
const mostColumns = 100;
/** Stands for all fields of events that have no column. */
const noPlace = -1;

/** Columns that the log has, too. */
const shared = ["seq", "time", "name", "unit_id", "value", "value_number", "source"].join(", ");

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const pointer = (key: string) => quoted(`/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
const columnAt = (place: number) => `field_${place}`;

/** Where events are read without their documents. */
export interface EventColumns {
  /** SQL of a table with the columns that the log has, and `chance`, the chance of the unit. */
  readonly table: string;
  /** Its columns by field of metadata. */
  readonly columns: ReadonlyMap<string, string>;
}

type Place = { field: string; place: number };

const readPlaces = async (reader: Reader) =>
  new Map(
    (await reader.query<Place>("select field, place from event_field")).map(({ field, place }) => [
      field,
      place,
    ]),
  );

/** SQL of events without their documents, for a single statement that is no part of a snapshot: columns may be filled meanwhile. */
export async function narrowEvents(reader: Reader): Promise<string> {
  const filled = await lastFilled(reader);
  if (filled === 0) return "event";
  const narrow = "seq, time, name";
  return `(
    select ${narrow} from event_column
    union all select ${narrow} from event where seq > ${filled} and seq > (select seq from event_filled)
  ) as event`;
}

/** Number of the last event that has its columns. */
const lastFilled = async (reader: Reader) =>
  (await reader.query<{ seq: number }>("select seq from event_filled"))[0]?.seq ?? 0;

/** The columns of these fields of metadata; undefined where one has none, or nothing is filled yet. */
export async function eventColumns(
  reader: Reader,
  fields: readonly string[],
): Promise<EventColumns | undefined> {
  const filled = await lastFilled(reader);
  if (filled === 0) return undefined;
  const places = await readPlaces(reader);
  const isFull = [...places.values()].includes(noPlace);
  const found = [...new Set(fields)].map((field) => ({ field, place: places.get(field) }));
  if (isFull && found.some(({ place }) => place === undefined)) return undefined;
  const named = found.map(({ field, place }, index) => ({ field, place, column: `asked_${index}` }));
  const filledFields = named.map(
    // No event that is filled has the others.
    ({ place, column }) => `, ${place === undefined ? "cast(null as text)" : columnAt(place)} as ${column}`,
  );
  const otherFields = named.map(({ field, column }) => `, text_at(metadata, ${quoted(field)}) as ${column}`);
  return {
    table: `(
      select ${shared}, chance ${filledFields.join("")} from event_column
      union all
      select ${shared}, unit_chance(unit_id) as chance ${otherFields.join("")} from event where seq > ${filled}
    ) as event`,
    columns: new Map(named.map(({ field, column }) => [field, column])),
  };
}

/** Columns for the fields that come up among these events, as long as there are any to have. */
async function placesOf(transaction: Transaction, condition: string): Promise<Map<string, number>> {
  const rows = await transaction.query<{ fields: string[] | null }>(
    `select distinct field_names(metadata) as fields from event where ${condition}`,
  );
  const names = new Set(rows.flatMap(({ fields }) => fields ?? []));
  const places = await readPlaces(transaction);
  for (const field of names) {
    if (places.has(field)) continue;
    const taken = [...places.values()].filter((place) => place !== noPlace).length;
    if (taken === mostColumns) {
      if (![...places.values()].includes(noPlace))
        await transaction.query(`insert into event_field (field, place) values ('', ${noPlace})`);
      break;
    }
    await transaction.query(`alter table event_column add column ${columnAt(taken)} text`);
    await transaction.query("insert into event_field (field, place) values ($1, $2)", [field, taken]);
    places.set(field, taken);
  }
  return new Map([...places].filter(([field, place]) => place !== noPlace && names.has(field)));
}

/** Fills the columns of the next events, up to a number of them; answers whether there are more. */
export async function fillColumns(transaction: Transaction, atOnce: number): Promise<boolean> {
  const filled = await lastFilled(transaction);
  const [log] = await transaction.query<{ last: number | null }>("select max(seq) as last from event");
  const last = log?.last ?? 0;
  if (last <= filled) return false;
  const until = Math.min(last, filled + atOnce);
  const condition = `seq > ${filled} and seq <= ${until}`;
  const places = [...(await placesOf(transaction, condition))];
  const texts = `json_extract_string(metadata, array[${places.map(([field]) => pointer(field)).join(", ")}]::text[])`;
  const columns = places.map(([, place]) => columnAt(place));
  const values = places.map((_, index) => `texts[${index + 1}]`);
  await transaction.query(
    `insert into event_column (${[shared, "chance", ...columns].join(", ")})
     select ${[shared, "unit_chance(unit_id)", ...values].join(", ")}
     from (select ${shared}, ${texts} as texts from event where ${condition}) as event`,
  );
  await transaction.query("update event_filled set seq = $1", [until]);
  return until < last;
}

/** Removes the columns of events that are about to be removed from the log. */
export const removeColumns = (transaction: Transaction, condition: string, values: readonly Value[] = []) =>
  transaction.query(
    `delete from event_column where seq in (select seq from event where ${condition})`,
    values,
  );

/** After events were removed: the numbers of the last ones may be given again. */
export async function lowerNumbers(transaction: Transaction) {
  for (const table of ["event_counted", "event_filled"])
    await transaction.query(
      `update ${table} set seq = least(seq, coalesce((select max(seq) from event), 0))`,
    );
}
