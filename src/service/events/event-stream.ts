// Streams the events of a filter to one client, as server-sent events, at the pace of the client: while it does not read, only
// the newest rows are kept for it, but all events are counted.
import type { z } from "zod/mini";
import { eventFilterOf } from "#contract/event-query.ts";
import {
  type EventStreamQuery,
  maxMessageInterval,
  maxStreamedRows,
  type StreamedEvents,
} from "#contract/event-stream.ts";
import type { Database } from "#service/database/database.ts";
import { HttpError } from "#service/http/errors.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { binding, conditionSql } from "./event-condition.ts";
import { type EventFeed, numberedColumns, type NumberedEvent } from "./event-feed.ts";
import { streamedEventOf, streamedRowsOf } from "./streamed-rows.ts";

/** Maximum number of readers per process; more would slow down the ingestion of events. */
const mostReaders = 100;

const none = { matched: 0, isEstimated: false, events: [] };

type Query = z.output<typeof EventStreamQuery>;

const text = (kind: string, message: StreamedEvents) =>
  `event: ${kind}\nid: ${message.position}\ndata: ${JSON.stringify(message)}\n\n`;

interface Options {
  database: Database;
  feed: EventFeed;
  now: () => number;
  stop: AbortSignal | undefined;
}

/** Returns a function that opens a stream; it throws 503 if too many are open. */
export function eventStream({ database, feed, now, stop }: Options) {
  /** Counts the events of the filter between two sequence numbers, and returns the newest of them. */
  async function readMissed(query: Query, since: number, position: number, signal: AbortSignal) {
    const { values, bind } = binding();
    const condition = `seq > ${since} and seq <= ${position} and ${conditionSql(eventFilterOf(query, now()), bind)}`;
    return database.snapshot(async (reader) => {
      const [counted] = await reader.query<{ matched: number }>(
        `select count(*) as matched from event where ${condition}`,
        values,
      );
      const newest = await reader.query<NumberedEvent>(
        `select ${numberedColumns} from event where ${condition} order by seq desc limit ${maxStreamedRows}`,
        values,
      );
      return {
        matched: counted?.matched ?? 0,
        isEstimated: false,
        events: newest.toReversed().map(streamedEventOf),
      };
    }, signal);
  }

  /** Yields the messages of one stream, each when the reader is ready for it. */
  async function* messages(query: Query, { signal, isKeyValid }: RequestContext) {
    const rows = streamedRowsOf(eventFilterOf(query, now()));
    let wake = () => {};
    const left = stop ? AbortSignal.any([signal, stop]) : signal;
    left.addEventListener("abort", () => wake(), { once: true });
    let position = 0;
    const { position: begin, leave } = await feed.follow((polled) => {
      position = polled.position;
      rows.add(polled, performance.now());
      wake();
    });
    position = begin;
    try {
      const { since = begin } = query;
      const missed = since < begin && !left.aborted ? await readMissed(query, since, begin, left) : none;
      yield text("missed", { time: now(), position: begin, ...missed });
      for (let sentAt = performance.now(); ;) {
        await new Promise<void>((resolve) => (left.aborted ? resolve() : (wake = resolve)));
        if (signal.aborted) return;
        // Keys are cached in memory. If the database is unavailable, the key counts as valid until the next check.
        const isRevoked = !(await isKeyValid().catch(() => true));
        if (isRevoked || left.aborted) {
          const reason = isRevoked ? "revoked" : "stopped";
          yield text("end", { time: now(), position, ...none, reason });
          return;
        }
        const time = performance.now();
        if (rows.matched === 0 && time - sentAt < maxMessageInterval) continue;
        sentAt = time;
        yield text("events", { time: now(), position, ...rows.take() });
      }
    } finally {
      leave();
    }
  }

  return (query: Query, context: RequestContext): ReadableStream<Uint8Array> => {
    if (feed.followers >= mostReaders)
      throw new HttpError(
        503,
        `${mostReaders} streams of events are open, which is as many as there may be.`,
      );
    const encoder = new TextEncoder();
    const read = messages(query, context);
    return new ReadableStream({
      pull: async (controller) => {
        const { value, done } = await read.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => void (await read.return()),
    });
  };
}
