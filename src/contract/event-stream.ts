// Events as they arrive: what is asked of the stream, and its messages (API 2.20).
import { z } from "zod/mini";
import { eventFilterFields } from "./event-query.ts";
import { EventRecord } from "./event.ts";
import { wholeNumber } from "./query-fields.ts";

const { from: _from, to: _to, ...filter } = eventFilterFields;

export const EventStreamQuery = z.object({
  ...filter,
  /** The position of the last message of an earlier stream. */
  since: z.optional(wholeNumber(0)),
});

/** Rows in a second at most; of more events a share is sent. */
export const streamedRows = 200;
/** ms; a message comes at least as often. */
export const streamBeat = 2000;

export const StreamedEvent = z.looseObject({
  ...EventRecord.shape,
  /** Its place in the order in which events were stored; no other event has it. */
  number: z.number(),
});
export type StreamedEvent = z.infer<typeof StreamedEvent>;

/** One message. Its kind is `events`, `missed` (what was stored between `since` and the begin of this stream) or `end`. */
export const StreamedEvents = z.looseObject({
  /** ms; of the service. */
  time: z.number(),
  /** Place of the last event that was looked at; the stream goes on from it with `since`. */
  position: z.number(),
  /** Events of the filter since the last message; about, where `isEstimated`. */
  matched: z.number(),
  isEstimated: z.boolean(),
  /** In the order in which they were stored: all of them, or a share of `matched`. */
  events: z.array(StreamedEvent),
  /** Of `end`: stopped (the service is) or revoked (the key). */
  reason: z.optional(z.string()),
});
export type StreamedEvents = z.infer<typeof StreamedEvents>;
