// Imports that are in the log: listed, and undone. Each row of the log names the import that brought it.
import type { LogImport } from "#contract/log-import.ts";
import type { Database, Reader, Row, Transaction } from "#service/database/database.ts";
import { takeFromLog } from "#service/database/logs.ts";
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

/** Removes the rows of an import, and that it was; answers how many rows. Undefined where there is none that can be undone. */
export async function undoImport(transaction: Transaction, id: string): Promise<number | undefined> {
  const run = await readRun(transaction, id);
  if (!run || run.number === null) return undefined;
  const removed = await takeFromLog(
    transaction,
    run.description.startsWith("events") ? "event" : "exposure",
    run.number,
  );
  await transaction.query("delete from import_run where number = $1", [run.number]);
  return removed;
}
