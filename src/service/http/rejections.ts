// Stores rejected events and requests of apps with their reasons for a day: collected for some seconds, then written in batches, within
// bounds. Never stores a key, and of users only their ids.
import { randomUUID } from "node:crypto";
import type { z } from "zod/mini";
import type { EventRefusal, RejectedEvent, RejectedEventsQuery } from "#contract/rejected-event.ts";
import type { Database, Reader, Transaction, Value } from "#service/database/database.ts";
import type { AppRequest } from "./app-activity.ts";
import { repeat } from "./repeat.ts";

const day = 86_400_000;
/** Milliseconds between writes. Choice: refused events and requests are stored every two seconds, not with each request. */
const storedEvery = 2000;
/** Maximum number of rows per two seconds, and in total. Requests without a
 *  valid key have limits of their own, so that they cannot displace others. */
const most = { known: { atOnce: 500, stored: 20_000 }, unknown: { atOnce: 50, stored: 2000 } };
/** Number of inserted rows after which the total is checked. */
const rowsBetweenLooks = 1000;
const hour = 3_600_000;

/** A rejected event of a batch. */
export interface RefusedEvent {
  reason: EventRefusal;
  message: string;
  /** The event with user attributes removed, so that it may be stored. */
  event: unknown;
}

const columns = [
  "id",
  "time",
  "kind",
  "reason",
  "message",
  "key_id",
  "key_name",
  "library",
  "version",
  "path",
  "event",
];

const answered = `id, time, kind, reason, message, key_id as "keyID", key_name as "keyName", library, version, path, event`;

async function forgetOld(transaction: Transaction, now: number) {
  await transaction.query("delete from rejected_event where time < $1", [now - day]);
  for (const [condition, { stored }] of [
    ["key_id is not null", most.known],
    ["key_id is null", most.unknown],
  ] as const)
    await transaction.query(
      `delete from rejected_event where ${condition} and time <= (
         select max(time) from (
           select time from rejected_event where ${condition} order by time desc limit 1 offset ${stored}
         ) as older
       )`,
    );
}

async function readPage(
  reader: Reader,
  { limit, page, reason, key }: z.output<typeof RejectedEventsQuery>,
  now: number,
) {
  const values: Value[] = [now - day];
  const is = (column: string, value: string | undefined) =>
    value === undefined ? "" : `and ${column} = $${values.push(value)}`;
  const condition = `time >= $1 ${is("reason", reason)} ${is("key_id", key)}`;
  const [counted] = await reader.query<{ total: number }>(
    `select count(*) as total from rejected_event where ${condition}`,
    values,
  );
  const items = await reader.query<RejectedEvent>(
    `select ${answered} from rejected_event where ${condition}
     order by time desc, id limit ${limit} offset ${(page - 1) * limit}`,
    values,
  );
  return { items, total: counted?.total ?? 0 };
}

interface Options {
  now: () => number;
  stop: AbortSignal | undefined;
  warn: (error: unknown) => void;
}

export function rejections(database: Database, { now, stop, warn }: Options) {
  let waiting = { known: [] as Value[][], unknown: [] as Value[][] };
  let [sinceLook, lookedAt] = [rowsBetweenLooks, 0];

  async function store() {
    const rows = [...waiting.known, ...waiting.unknown];
    if (rows.length === 0) return;
    waiting = { known: [], unknown: [] };
    await database.transaction(async (transaction) => {
      await transaction.load("rejected_event", columns, rows);
      sinceLook += rows.length;
      if (sinceLook < rowsBetweenLooks && now() < lookedAt + hour) return;
      await forgetOld(transaction, now());
      [sinceLook, lookedAt] = [0, now()];
    });
  }
  repeat(store, { every: storedEvery, stop, warn });

  return {
    /** Records a rejected request, or the rejected events of a request. */
    note: (
      { key, library, version, refusal }: AppRequest,
      path: string,
      events: readonly RefusedEvent[],
      time: number,
    ) => {
      const rows = key ? waiting.known : waiting.unknown;
      const { atOnce } = key ? most.known : most.unknown;
      const add = (kind: string, reason: string, message: string, event: unknown) => {
        if (rows.length >= atOnce) return;
        const document = event === undefined ? null : JSON.stringify(event);
        const sender = [key?.id ?? null, key?.name ?? null, library, version];
        rows.push([randomUUID(), Math.trunc(time), kind, reason, message, ...sender, path, document]);
      };
      for (const { reason, message, event } of events) add("event", reason, message, event);
      // If no event was valid, the events already explain why the request was rejected.
      if (refusal && events.length === 0) add("request", refusal.reason, refusal.message, undefined);
    },
    list: async (query: z.output<typeof RejectedEventsQuery>) => {
      await store();
      return readPage(database, query, now());
    },
  };
}
export type Rejections = ReturnType<typeof rejections>;
