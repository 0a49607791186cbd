// Imports exposures or events from a file, atomically, and never the same file with the same arguments twice.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { setImmediate as immediate } from "node:timers/promises";
import { Experiment, type Group } from "#contract/experiment.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readEntity } from "#service/database/entities.ts";
import { stagedEvents, stagedExposures, storeStaged } from "#service/database/logs.ts";
import { UnreadableFile } from "./file-row.ts";
import type { LogCommand } from "./log-command.ts";
import { BadRow, columnsUsed, eventOf, exposureOf, type ReadableRow, refuseUnstorable } from "./log-rows.ts";
import { parquetEvents } from "./parquet-events.ts";
import { readRows } from "./read-rows.ts";

export interface Progress {
  /** Called with the number of further bytes read. */
  onBytes: (count: number) => void;
  /** Called periodically with the number of rows read so far. */
  onRows?: (count: number) => void;
  /** Cancels the import; nothing is stored. */
  signal?: AbortSignal;
}

/** Identifies the import in the list of imports. */
export interface ImportOrigin {
  readonly id: string;
  /** Name of the file. */
  readonly file: string;
  /** Name of the API key; absent for imports by command. */
  readonly author?: string;
}

export interface LogReport {
  stored: number;
  /** Number of rows excluded by `--where`. */
  leftOut: number;
  bad: { line: number; problem: string }[];
  badCount: number;
}

type LogOutcome = { report: LogReport } | { importedBefore: number };

/** Thrown for invalid rows without `--skip-bad`; nothing was stored. */
export class BadRows extends Error {
  readonly report: LogReport;
  constructor(report: LogReport) {
    super("The file has bad rows.");
    this.report = report;
  }
}

const shownProblems = 20;
/** Number of rows after which the import reports progress, checks for cancellation, and yields to the event loop. */
const told = 200;

/** Returns a hash of the file's content and the arguments, except those for the destination and strictness. */
async function fingerprintOf(command: LogCommand): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(command.file)) hash.update(chunk);
  const { file: _file, dataDir: _dataDir, dryRun: _dryRun, skipBad: _skipBad, ...meaning } = command;
  hash.update(JSON.stringify(meaning, (_key, value: unknown) => (value instanceof Map ? [...value] : value)));
  return hash.digest("hex");
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

/** Yields the rows of the file, converted by `toItem`. After an invalid row that may not be skipped, it only validates. */
async function* itemsOf<Item>(
  command: LogCommand,
  report: LogReport,
  toItem: (row: ReadableRow) => Item | undefined,
  { onBytes, onRows, signal }: Progress,
): AsyncGenerator<Item> {
  const named = columnsUsed(command);
  const missing = new Set(named);
  let number = 0;
  let firstColumns: string[] | undefined;
  for await (const row of readRows(command.file, onBytes)) {
    number += 1;
    if (number % told === 0) {
      signal?.throwIfAborted();
      onRows?.(number);
      // Buffered rows are available without waiting for I/O, so without this, other requests would be blocked.
      await immediate();
    }
    const bad = (problem: string) => {
      report.badCount += 1;
      if (report.bad.length < shownProblems) report.bad.push({ line: row.line, problem });
    };
    if ("problem" in row) {
      bad(row.problem);
      continue;
    }
    firstColumns ??= [...row.fields.keys()];
    for (const column of missing) if (row.fields.has(column)) missing.delete(column);
    try {
      refuseUnstorable(row.fields, named);
      const item = toItem({ number, fields: row.fields });
      if (item === undefined) report.leftOut += 1;
      else if (report.badCount === 0 || command.skipBad) {
        report.stored += 1;
        yield item;
      }
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      bad(error.message);
    }
  }
  if (firstColumns && missing.size)
    throw new UnreadableFile(
      `The file has no column ${quoted([...missing])}. Its first row has ${quoted(firstColumns)}.`,
    );
}

async function groupsOf(reader: Reader, id: string): Promise<Group[]> {
  const experiment = await readEntity(reader, "experiment", id, (document) => Experiment.parse(document));
  if (!experiment)
    throw new UnreadableFile(
      `Experiment '${id}' not found. Import it first: npm run import -- project <file.json>`,
    );
  return experiment.groups;
}

async function stagedRows(
  database: Database,
  command: LogCommand,
  report: LogReport,
  progress: Progress,
): Promise<ReturnType<typeof stagedEvents>> {
  const selected =
    database.readsFiles && command.kind === "events" && /\.parquet$/i.test(command.file)
      ? await parquetEvents(command, progress.signal)
      : undefined;
  if (selected) {
    report.stored = [...selected.counts.values()].reduce((sum, count) => sum + count, 0);
    return selected;
  }
  if (command.kind === "events")
    return stagedEvents(itemsOf(command, report, (row) => eventOf(row, command), progress));
  const groups = await groupsOf(database, command.experiment);
  return stagedExposures(itemsOf(command, report, (row) => exposureOf(row, command, groups), progress));
}

async function importedBefore(reader: Reader, fingerprint: string): Promise<number | undefined> {
  const [before] = await reader.query<{ imported_time: number }>(
    "select imported_time from import_run where fingerprint = $1",
    [fingerprint],
  );
  return before?.imported_time;
}

/** Returns the next import number, which each of its rows stores. */
async function nextNumber(reader: Reader): Promise<number> {
  const [row] = await reader.query<{ last: number | null }>("select max(number) as last from import_run");
  return (row?.last ?? 0) + 1;
}

/** Imports a command's file; `now` in ms. Returns the report, or when the same file was imported before, in ms. Throws BadRows or
 *  UnreadableFile without storing anything. */
export async function importLog(
  database: Database,
  command: LogCommand,
  now: number,
  progress: Progress,
  origin: ImportOrigin = { id: randomUUID(), file: basename(command.file) },
): Promise<LogOutcome> {
  const fingerprint = await fingerprintOf(command);
  const known = await importedBefore(database, fingerprint);
  if (known !== undefined) return { importedBefore: known };
  const report: LogReport = { stored: 0, leftOut: 0, bad: [], badCount: 0 };
  const staged = await stagedRows(database, command, report, progress);
  return database.transaction(
    async (transaction): Promise<LogOutcome> => {
      if (report.badCount > 0 && !command.skipBad) throw new BadRows(report);
      // Another command may have imported the file in the meantime.
      const before = await importedBefore(transaction, fingerprint);
      if (before !== undefined) return { importedBefore: before };
      const number = await nextNumber(transaction);
      await storeStaged(transaction, staged, number);
      progress.signal?.throwIfAborted();
      await transaction.query(
        `insert into import_run (id, number, file, author, fingerprint, description, imported_time, rows)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          origin.id,
          number,
          origin.file,
          origin.author ?? null,
          fingerprint,
          `${command.kind} ${command.kind === "exposures" ? command.experiment : ""}`.trim(),
          now,
          report.stored,
        ],
      );
      return { report };
    },
    { commit: !command.dryRun, staged },
  );
}
