// The embedded database in a data folder. It is reopened after a fatal error of the engine, and refuses writes before its disk is full.
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { asDamaged, checkFiles, fileName } from "./data-files.ts";
import { DatabaseDamaged, DatabaseFull, DatabaseUnavailable, type Engine } from "./database.ts";
import { openDuckdb } from "./duckdb.ts";
import { logMarker } from "./log-mark.ts";

/** Bytes that must stay free for the log and its checkpoint into the file; on a small disk, a tenth of the disk. */
const reserved = 128 * 1024 * 1024;
const full =
  "The disk of the database is almost full, so nothing more is stored. Make room on it; nothing was changed.";
const restarting =
  "The database had to be opened again. Try again in a moment; whether a change that was being saved is stored, its history says.";

/** After such an error the engine refuses every statement until it is reopened. */
const isFatal = (error: unknown) =>
  error instanceof Error && /^(FATAL|INTERNAL) Error|database has been invalidated/.test(error.message);
const isFull = (error: unknown) =>
  error instanceof Error && /No space left on device/.test(error.message) && !isFatal(error);

export async function openEmbedded(folder: string, memoryLimit?: number): Promise<Engine> {
  const path = join(folder, fileName);
  const marker = logMarker(path);
  const open = async () => {
    checkFiles(path);
    return openDuckdb(path, memoryLimit).catch((error: unknown) => {
      throw asDamaged(path, error);
    });
  };
  let engine: Promise<Engine> | undefined = open();
  /** Set while the engine cannot be opened again. */
  let failure: unknown;
  /** Set once a read has found a part of the file damaged. */
  let damage: DatabaseDamaged | undefined;
  await engine;

  const opened = () => {
    engine ??= open();
    const opening = engine;
    opening.then(
      () => (failure = undefined),
      (error: unknown) => {
        failure = error;
        if (engine === opening) engine = undefined;
      },
    );
    return opening;
  };
  const hasRoom = async () => {
    const { bavail, blocks, bsize } = await statfs(folder);
    return bavail * bsize > Math.min(reserved, (blocks * bsize) / 10);
  };

  async function on<T>(work: (database: Engine) => Promise<T>): Promise<T> {
    const used = opened();
    const database = await used.catch((cause: unknown) => {
      throw new DatabaseUnavailable(restarting, { cause });
    });
    try {
      return await work(database);
    } catch (cause) {
      if (isFull(cause)) throw new DatabaseFull(full, { cause });
      const error = asDamaged(path, cause);
      if (error instanceof DatabaseDamaged) damage = error;
      if (!isFatal(cause)) throw error;
      if (engine === used) {
        const closed = database.close().catch(() => undefined);
        engine = closed.then(marker.close).then(open);
        void opened().catch(() => undefined);
      }
      throw new DatabaseUnavailable(restarting, { cause });
    }
  }

  return {
    engine: "duckdb",
    readsFiles: true,
    query: (sql, values, signal) => on((database) => database.query(sql, values, signal)),
    transaction: async (work, options = {}) => {
      const { commit = true, isLong = false, staged } = options;
      // The free space is checked while the transaction begins.
      const room = commit && !isLong && !staged ? hasRoom() : Promise.resolve(true);
      room.catch(() => undefined);
      return on(async (database) => {
        const result = await database.transaction(async (statements) => {
          if (!(await room)) throw new DatabaseFull(full);
          return work(statements);
        }, options);
        if (commit) marker.mark();
        return result;
      });
    },
    snapshot: (work, signal, options) => on((database) => database.snapshot(work, signal, options)),
    isReadingLong: () => on(async (database) => (await database.isReadingLong?.()) ?? false),
    trouble: async () => {
      if (failure)
        return { isDown: true, message: failure instanceof DatabaseDamaged ? failure.message : restarting };
      if (damage) return { isDown: true, message: damage.message };
      return (await hasRoom()) ? undefined : { isDown: false, message: full };
    },
    close: async () => {
      await (await engine)?.close();
      marker.close();
    },
  };
}
