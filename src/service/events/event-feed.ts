// Polls the log for newly stored events, whichever process stored them, once for all streams of this process, and only while
// there is a stream. Transactions store events one after the other, with increasing sequence numbers.
import { setTimeout as wait } from "node:timers/promises";
import type { StoredEvent } from "#contract/event-matches.ts";
import type { Database } from "#service/database/database.ts";

/** Interval between polls, in ms. */
const readEvery = 250;
/** Maximum rows per poll; of more events an evenly spread sample is read. */
const mostRows = 2000;
/** Number of polls without new events after which the last number is read again: it decreases if the last events were removed. */
const emptyLooks = 20;

export type NumberedEvent = Pick<StoredEvent, keyof StoredEvent> & { readonly number: number };

/** The events with sequence numbers above the previous position, up to `position`. */
export interface PolledEvents {
  readonly position: number;
  readonly events: readonly NumberedEvent[];
  /** Number of stored events per event that was read; 1 if all were read. */
  readonly spread: number;
}

export const numberedColumns = `seq as number, name, time, unit_id as "userID", ids, value, source, metadata, attributes`;

export interface EventFeed {
  /** Calls `take` after each poll; returns the start position and a function that stops the feed. */
  follow: (take: (polled: PolledEvents) => void) => Promise<{ position: number; leave: () => void }>;
  readonly followers: number;
}

export function eventFeed(database: Database, stop: AbortSignal | undefined): EventFeed {
  const followers = new Set<(polled: PolledEvents) => void>();
  let position: Promise<number> | undefined;

  async function lastNumber(): Promise<number> {
    const [row] = await database.query<{ last: number | null }>("select max(seq) as last from event");
    return row?.last ?? 0;
  }

  async function look(after: number): Promise<PolledEvents> {
    const events = await database.query<NumberedEvent>(
      `select ${numberedColumns} from event where seq > ${after} order by seq limit ${mostRows + 1}`,
    );
    const newest = events.at(-1)?.number ?? after;
    if (events.length <= mostRows) return { position: newest, events, spread: 1 };
    const [behind] = await database.query<{ last: number; stored: number }>(
      `select max(seq) as last, count(*) as stored from event where seq > ${after}`,
    );
    const { last, stored } = behind ?? { last: newest, stored: events.length };
    const every = Math.ceil(stored / mostRows);
    const some = await database.query<NumberedEvent>(
      `select ${numberedColumns} from event where seq > ${after} and seq <= ${last} and seq % ${every} = 0 order by seq`,
    );
    return { position: last, events: some, spread: stored / Math.max(1, some.length) };
  }

  async function run() {
    let at = await (position ??= lastNumber());
    let empty = 0;
    const isWanted = () => followers.size > 0 && !stop?.aborted;
    while (isWanted()) {
      const started = performance.now();
      try {
        const polled = await look(at);
        empty = polled.events.length > 0 ? 0 : empty + 1;
        at = empty % emptyLooks === emptyLooks - 1 ? Math.min(at, await lastNumber()) : polled.position;
        position = Promise.resolve(at);
        for (const take of followers) take({ ...polled, position: at });
      } catch {
        // The database is unavailable: events stored meanwhile are read once it is back.
      }
      await wait(Math.max(50, readEvery - (performance.now() - started)), undefined, { ref: false });
    }
    position = undefined;
  }

  return {
    get followers() {
      return followers.size;
    },
    follow: async (take) => {
      const isFirst = followers.size === 0 && position === undefined;
      const begun = (position ??= lastNumber());
      begun.catch(() => (position = undefined));
      const from = await begun;
      followers.add(take);
      if (isFirst) void run();
      return { position: from, leave: () => void followers.delete(take) };
    },
  };
}
