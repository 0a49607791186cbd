// Lists and undoes completed imports. Each row of the log has the number of the import that stored it.
import type { LogImport } from "#contract/log-import.ts";
import type { Database, Reader, Row, Transaction } from "#service/database/database.ts";
import { removeImport } from "#service/database/logs.ts";
import { readPage, type PageOf } from "#service/database/pages.ts";

interface StoredRun extends Row {
  id: string | null;
  number: number | null;
  fingerprint: string;
  description: string;
  time: number;
  rows: number;
  file: string | null;
  author: string | null;
}

const columns = "id, number, fingerprint, description, imported_time as time, rows, file, author";

function answerOf({ id, number, fingerprint, description, time, rows, file, author }: StoredRun): LogImport {
  const [kind = "", experimentID] = description.split(/ (.*)/s);
  return {
    id: id ?? fingerprint,
    state: "stored",
    file,
    kind,
    experimentID: experimentID || null,
    read: null,
    size: null,
    rows,
    badCount: 0,
    bad: [],
    reason: null,
    time,
    author,
    canUndo: number !== null,
  };
}

export async function listImports(database: Database, pageOf: PageOf) {
  const { items, total } = await readPage<StoredRun>(
    database,
    { select: columns, from: "import_run", order: "imported_time desc, fingerprint", values: [] },
    pageOf,
  );
  return { items: items.map(answerOf), total };
}

async function readRun(reader: Reader, id: string): Promise<StoredRun | undefined> {
  const [run] = await reader.query<StoredRun>(
    `select ${columns} from import_run where id = $1 or (id is null and fingerprint = $1)`,
    [id],
  );
  return run;
}

export async function readStoredImport(reader: Reader, id: string): Promise<LogImport | undefined> {
  const run = await readRun(reader, id);
  return run && answerOf(run);
}

/** Deletes the rows and the record of an import, and returns the number
 *  of rows; undefined if there is no such import or it cannot be undone. */
export async function undoImport(transaction: Transaction, id: string): Promise<number | undefined> {
  const run = await readRun(transaction, id);
  if (!run || run.number === null) return undefined;
  const removed = await removeImport(
    transaction,
    run.description.startsWith("events") ? "event" : "exposure",
    run.number,
  );
  await transaction.query("delete from import_run where number = $1", [run.number]);
  return removed;
}
