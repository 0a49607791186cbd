// Inserts lists of rows into the embedded engine. Each column is passed as one text that the engine splits on a thread of its own:
// passing value by value blocks the main thread several times as long.
import type { Prepare } from "./duckdb-query.ts";
import type { Value } from "./database.ts";

/** The separator between the values of a column, and the marker of null: control characters that hardly any text contains. */
const between = "\u001F";
const none = "\u001E";
const rowsAtOnce = 5000;

interface Column {
  /** Absent where all values are null. */
  text?: string;
  hasNulls: boolean;
}

/** The values of a column as one text; undefined where a value cannot be part of that text. */
function columnOf(rows: readonly (readonly Value[])[], place: number): Column | undefined {
  const texts: string[] = [];
  let nulls = 0;
  for (const row of rows) {
    const value = row[place];
    if (typeof value === "string") {
      if (value.includes(between) || value.includes(none)) return undefined;
      texts.push(value);
    } else if (value === null || value === undefined) {
      nulls += 1;
      texts.push(none);
    } else if (typeof value === "object") return undefined;
    else texts.push(String(value));
  }
  return { ...(nulls < rows.length && { text: texts.join(between) }), hasNulls: nulls > 0 };
}

async function insert(prepare: Prepare, table: string, names: readonly string[], columns: readonly Column[]) {
  const texts: string[] = [];
  const values: string[] = [];
  for (const { text, hasNulls } of columns) {
    if (text === undefined) values.push("null");
    else {
      const name = `c${texts.push(text)}`;
      values.push(hasNulls ? `nullif(${name}, chr(${none.charCodeAt(0)}))` : name);
    }
  }
  const parts = texts.map(
    (_, place) => `unnest(string_split($${place + 1}, chr(${between.charCodeAt(0)}))) as c${place + 1}`,
  );
  const prepared = await prepare(
    `insert into ${table} (${names.join(", ")}) select ${values.join(", ")} from (select ${parts.join(", ")}) as parts`,
  );
  for (const [place, text] of texts.entries()) prepared.bindVarchar(place + 1, text);
  await prepared.run();
}

/** Inserts rows in batches and returns their number; a batch that cannot be passed as text goes to `append`. */
export async function insertRows(
  prepare: Prepare,
  table: string,
  names: readonly string[],
  rows: Iterable<readonly Value[]>,
  append: (rows: readonly (readonly Value[])[]) => Promise<unknown>,
): Promise<number> {
  let count = 0;
  let part: (readonly Value[])[] = [];
  const store = async () => {
    const columns = names.map((_, place) => columnOf(part, place));
    const isWhole = columns.every((column) => column !== undefined);
    await (isWhole ? insert(prepare, table, names, columns) : append(part));
    count += part.length;
    part = [];
  };
  for (const row of rows) if (part.push(row) === rowsAtOnce) await store();
  if (part.length > 0) await store();
  return count;
}
