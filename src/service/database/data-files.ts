// The files of the embedded database, looked at before the engine opens them: it takes a missing log, or a missing file beside a log, for none.
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseDamaged } from "./database.ts";

export const fileName = "assay.duckdb";

export const logsOf = (path: string) => [`${path}.wal`, `${path}.checkpoint.wal`];
/** Says which state of the file has a log with changes on top of it. */
export const markOf = (path: string) => `${path}.log-of`;

const hasLog = (path: string) =>
  logsOf(path).some((log) => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0);

/** How often the log has gone into the file: the newer of its two headers says so. */
function stateOf(file: number): string {
  const counts = [4096, 8192].map((header) => {
    const bytes = Buffer.alloc(8);
    readSync(file, bytes, 0, 8, header + 8);
    return Number(bytes.readBigUInt64LE());
  });
  return String(Math.max(...counts));
}

/** Notes once for each state of a database file, after a change, that a log belongs to it. */
export function logMarker(path: string) {
  let file: number | undefined;
  let marked: string | undefined;
  return {
    mark: () => {
      if (!hasLog(path)) return;
      // Kept open: to close a file ends the lock that the engine has on it in this process.
      file ??= openSync(path, "r");
      const state = stateOf(file);
      if (marked === state) return;
      writeFileSync(markOf(path), state, { mode: 0o600, flush: true });
      marked = state;
    },
    /** Once the engine has closed the file. */
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

const howOn = "Put it back, or restore a backup with: npm run restore -- <folder>";

const damages =
  /Corrupt|not a valid DuckDB database|replaying WAL|Could not read enough bytes|Failed to deserialize/;

/** A plain error where the engine found a damaged file; any other as it is. */
export function asDamaged(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || !damages.test(cause.message)) return cause;
  const [said] = cause.message.split("\n");
  return new DatabaseDamaged(
    `The database ${path} or its log is damaged. Restore a backup into an empty data folder with: npm run restore -- <folder>. The engine says: ${said}`,
    { cause },
  );
}

/** Throws where a file of the database is gone. Must not be called while the engine has the file open. */
export function checkFiles(path: string) {
  if (!existsSync(path)) {
    // Both are made after the database, and stay with it.
    if (hasLog(path) || [markOf(path), join(dirname(path), "secrets-key")].some((file) => existsSync(file)))
      throw new DatabaseDamaged(
        `The database ${path} is missing, only other files of it are there. ${howOn}. To begin anew, choose another folder`,
      );
    return;
  }
  if (hasLog(path) || !existsSync(markOf(path))) return;
  const file = openSync(path, "r");
  const state = stateOf(file);
  closeSync(file);
  if (readFileSync(markOf(path), "utf8") === state)
    throw new DatabaseDamaged(
      `The log ${path}.wal is missing; it held the newest changes. ${howOn}. To go on without these changes, delete ${markOf(path)}`,
    );
}
