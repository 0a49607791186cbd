// Makes the embedded engine release memory: when it is idle, and after checkpoints.
import { statSync } from "node:fs";

/** MiB that the engine may keep while it is idle. */
const mostIdle = 32;

/** ms after a checkpoint until memory is released; with many checkpoints, once in this time. */
const afterCheckpoint = 2000;

interface Options {
  path: string;
  /** MiB. */
  memoryLimit: number;
  /** ms. */
  idleAfter: number;
  run: (sql: string) => Promise<unknown>;
  /** Runs work while nobody else uses the engine; not at all during long work. */
  alone: (work: () => Promise<void>) => Promise<void>;
}

export function memoryRelease({ path, memoryLimit, idleAfter, run, alone }: Options) {
  // An in-memory database would have to move its tables elsewhere.
  if (path === ":memory:") return { noticeCheckpoint: () => {}, stop: () => {} };

  // By default the engine keeps what it has read and computed in memory, up to its limit. Lowering the limit for a moment makes it drop
  // that; this fails if it needs more at that moment. Setting the limit again makes it return free memory to the system.
  const release = () =>
    alone(async () => {
      await run(`set memory_limit = '${mostIdle}MiB'`).catch(() => undefined);
      await run(`set memory_limit = '${memoryLimit}MiB'`);
    }).catch(() => undefined);

  const regularly = setInterval(() => void release(), idleAfter).unref();
  let soon: NodeJS.Timeout | undefined;
  let logged = 0;
  return {
    /** To be called after each commit. A checkpoint reads and writes whole parts of tables, which stay in memory; after one, the log
     *  is shorter than before, or gone. */
    noticeCheckpoint: () => {
      const before = logged;
      logged = statSync(`${path}.wal`, { throwIfNoEntry: false })?.size ?? 0;
      if (logged > 0 && logged >= before) return;
      soon ??= setTimeout(() => {
        soon = undefined;
        void release();
      }, afterCheckpoint).unref();
    },
    stop: () => {
      clearInterval(regularly);
      clearTimeout(soon);
    },
  };
}
