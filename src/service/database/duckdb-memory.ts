// Makes the embedded engine release memory: when it is idle, and after checkpoints.
import { statSync } from "node:fs";

/** MiB that the engine may keep while it is idle. */
const mostIdle = 32;

/** MiB that it may keep when it is to keep nothing. */
const leastMemory = 1;

/** Commits after which the engine is to keep nothing. Each of its statements leaves records of the memory that it used; the engine clears them
 *  away only when it looks for memory and finds none among the parts of tables, and they hold on to several times their size. */
const commitsBetweenClearings = 1000;

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
  if (path === ":memory:") return { noticeCommit: () => {}, stop: () => {} };

  // By default the engine keeps what it has read and computed in memory, up to its limit. Lowering the limit for a moment makes it drop
  // that; this fails if it needs more at that moment. Setting the limit again makes it return free memory to the system.
  let commits = 0;
  const release = () =>
    alone(async () => {
      const isClearing = commits >= commitsBetweenClearings;
      if (isClearing) commits = 0;
      await run(`set memory_limit = '${isClearing ? leastMemory : mostIdle}MiB'`).catch(() => undefined);
      await run(`set memory_limit = '${memoryLimit}MiB'`);
    }).catch(() => undefined);

  const regularly = setInterval(() => void release(), idleAfter).unref();
  let soon: NodeJS.Timeout | undefined;
  let logged = 0;
  return {
    /** To be called after each commit. A checkpoint reads and writes whole parts of tables, which stay in memory; after one, the log
     *  is shorter than before, or gone. */
    noticeCommit: () => {
      commits += 1;
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
