// Checks the files of the embedded database before the engine opens them, because the engine silently ignores a missing or truncated log,
// and a log whose database file is missing.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseDamaged } from "./database.ts";
import { hasLog, markedLog, markOf } from "./log-mark.ts";

export const fileName = "assay.duckdb";

const howOn = "Put it back, or restore a backup with: npm run restore -- <folder>";

const damages =
  /Corrupt|not a valid DuckDB database|replaying WAL|Could not read enough bytes|Failed to deserialize/;

/** Wraps an engine error that reports a damaged file in `DatabaseDamaged`, and returns any other error unchanged. */
export function asDamaged(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || !damages.test(cause.message)) return cause;
  const [said] = cause.message.split("\n");
  return new DatabaseDamaged(
    `The database ${path} or its log is damaged. Restore a backup into an empty data folder with: npm run restore -- <folder>. The engine says: ${said}`,
    { cause },
  );
}

/** Throws where a file of the database is missing or damaged. Must not be called while the engine has the file open. */
export function checkFiles(path: string) {
  if (!existsSync(path)) {
    // Both files are created after the database and stay in its folder, so either proves that the database existed.
    if (hasLog(path) || [markOf(path), join(dirname(path), "secrets-key")].some((file) => existsSync(file)))
      throw new DatabaseDamaged(
        `The database ${path} is missing, only other files of it are there. ${howOn}. To begin anew, choose another folder`,
      );
    return;
  }
  const log = markedLog(path);
  if (log !== "whole")
    throw new DatabaseDamaged(
      `The log ${path}.wal is ${log === "missing" ? log : "cut short or damaged"}; it held the newest changes. ${howOn}. To go on without the changes that are lost, delete ${markOf(path)}`,
    );
}
