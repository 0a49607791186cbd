// Keeps a copy of the events of a PostgreSQL database, without their documents, in an embedded database beside the service, whose engine
// counts millions of them several times as fast. The copy is a cache: it is made once somebody counts the events of a large log, follows
// the log from then on, and is emptied when events are deleted. Where it does not have the events of a snapshot, PostgreSQL counts them.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import pLimit from "p-limit";
import { copyEvents, emptyCopy } from "./copy-events.ts";
import { type Database, DatabaseInUse, type Reader, type Snapshot } from "./database.ts";
import { fillProgress } from "./event-columns.ts";
import { eventsOfRun } from "./event-runs.ts";
import { removals } from "./log-removals.ts";
import { openDatabase } from "./open-database.ts";

/** A snapshot of the database, with the copy of its events where that is ready. */
export interface EventReader extends Reader {
  readonly copied?: {
    readonly reader: Reader;
    /** The number of the last event of the snapshot, if the copy has newer ones. */
    readonly last?: number;
  };
}

export interface EventCopy {
  /** Runs related reads on one snapshot of the database and of the copy. */
  snapshot<T>(work: (reader: Snapshot & EventReader) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Copies the events that were logged since the last call. */
  follow: () => Promise<void>;
  /** The copied share of the log, 0 to 1; undefined where nothing is copied. */
  share: () => number | undefined;
  close: () => Promise<void>;
}

interface Options {
  /** The folder of the copy. */
  folder: string;
  /** MiB. */
  memoryLimit: number;
  stop: AbortSignal | undefined;
  warn: (error: unknown) => void;
  /** The number of events from which on a log is copied. */
  fewest?: number;
}

/** Most events that a question waits for. */
const mostWaitedFor = 5000;
/** Pause between statements, as a multiple of their duration: copying takes half of the time. */
const rest = 1;

/** The state of a log. While the number of removals is the same, events are only added. */
interface Log {
  last: number;
  removals: number;
}

const nothing: Log = { last: 0, removals: 0 };

const readLog = async (reader: Reader): Promise<Log> =>
  (
    await reader.query<Log & Record<string, unknown>>(
      `select coalesce((select max(seq) from event), 0) as last, ${removals} as removals`,
    )
  )[0] ?? nothing;

export function eventCopy(database: Database, options: Options): EventCopy {
  const { folder, memoryLimit, stop, warn, fewest = 1_000_000 } = options;
  const file = join(folder, "events.jsonl");
  const inTurn = pLimit(1);
  let [isWanted, isFollowing] = [false, false];
  let opening: Promise<void> | undefined;
  /** Undefined before it is opened, and where it cannot be. */
  let copy: Database | undefined;
  /** The state of the copy, and that of the log when it was last read. */
  let [held, log] = [nothing, nothing];

  async function open() {
    const where = { dataDir: folder, memoryLimit };
    const opened = await openDatabase(where).catch((error: unknown) => {
      // Another process with the same data folder has its copy there.
      if (error instanceof DatabaseInUse) throw error;
      rmSync(folder, { recursive: true, force: true });
      return openDatabase(where);
    });
    rmSync(file, { force: true });
    await emptyCopy(opened);
    copy = opened;
  }

  async function copyNext(to: Database, reader: Reader, end: number, pause: number) {
    const { last, removals: removed } = held;
    const until = Math.min(end, last + eventsOfRun);
    const isCopied = await copyEvents(to, reader, {
      after: last,
      until,
      file,
      rest: pause,
      stop,
      // If events were deleted meanwhile, they are missing in a part of what was read.
      isValid: async () => (await readLog(reader)).removals === removed,
    });
    if (isCopied) held = { last: until, removals: removed };
  }

  /** Copies the next run of events; returns whether there are more. */
  const copyRun = (to: Database) =>
    inTurn(async () => {
      log = await readLog(database);
      if (log.removals !== held.removals) {
        held = { last: 0, removals: log.removals };
        await emptyCopy(to);
      }
      if (!isWanted || held.last >= log.last) return false;
      await copyNext(to, database, log.last, rest);
      return held.last < log.last;
    });

  /** The copy, if it has all events of a snapshot; the last few are copied first. */
  async function copyOf(reader: Reader, now: Log): Promise<Database | undefined> {
    const isNear = () =>
      held.last > 0 && held.removals === now.removals && now.last - held.last <= mostWaitedFor;
    const isBehind = () => held.last < now.last;
    if (!copy || !isNear()) return undefined;
    const to = copy;
    if (isBehind())
      await inTurn(async () => {
        if (isNear() && isBehind()) await copyNext(to, reader, now.last, 0);
      });
    return isNear() && !isBehind() ? to : undefined;
  }

  return {
    snapshot: (work, signal) =>
      database.snapshot(async (reader) => {
        const now = await readLog(reader);
        if (now.last < fewest) return work(reader);
        isWanted = true;
        let isBroken = false;
        const broken = (error: unknown) => {
          signal.throwIfAborted();
          isBroken = true;
          throw error;
        };
        try {
          const to = await copyOf(reader, now).catch(broken);
          if (!to) return await work(reader);
          return await to.snapshot(async (own) => {
            const { filled } = await fillProgress(own).catch(broken);
            // It may have been emptied a moment ago.
            if (held.removals !== now.removals || filled < now.last) return work(reader);
            const query: Reader["query"] = (sql, values) => own.query<never>(sql, values).catch(broken);
            const last = filled > now.last ? { last: now.last } : {};
            return work({ ...reader, copied: { reader: { engine: own.engine, query }, ...last } });
          }, signal);
        } catch (error) {
          if (!isBroken) throw error;
          // Whatever is wrong with the copy, PostgreSQL has the answer.
          warn(error);
          return work(reader);
        }
      }, signal),
    follow: async () => {
      // The copy of a stopped service is emptied at once.
      if (isFollowing || (!isWanted && !existsSync(folder))) return;
      isFollowing = true;
      try {
        await (opening ??= open().catch(warn));
        const to = copy;
        if (!to) return;
        let areMore = true;
        while (areMore) areMore = await copyRun(to);
      } finally {
        isFollowing = false;
      }
    },
    close: async () => {
      await opening;
      await copy?.close();
    },
    share: () => (isWanted && copy ? Math.min(1, held.last / Math.max(1, log.last)) : undefined),
  };
}
