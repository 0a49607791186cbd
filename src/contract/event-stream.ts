// The live stream of events: its query parameters and messages (API 2.20).
import { z } from "zod/mini";
import { eventFilterFields } from "./event-query.ts";
import { EventRecord } from "./event.ts";
import { wholeNumber } from "./query-fields.ts";

const { from: _from, to: _to, ...filter } = eventFilterFields;

export const EventStreamQuery = z.object({
  ...filter,
  /** `position` of the last message of an earlier stream, to resume from. */
  since: z.optional(wholeNumber(0)),
});

/** Maximum number of rows a second; if more arrive, a sample is sent. */
export const maxStreamedRows = 200;
/** ms; maximum interval between messages. */
export const maxMessageInterval = 2000;

export const StreamedEvent = z.looseObject({
  ...EventRecord.shape,
  /** Unique sequence number in the order in which events were stored. */
  number: z.number(),
});
export type StreamedEvent = z.infer<typeof StreamedEvent>;

/** One message. Its kind is `events`, `missed` (events stored between `since` and the start of this stream) or `end`. */
export const StreamedEvents = z.looseObject({
  /** ms; time of the service. */
  time: z.number(),
  /** Sequence number of the last event that was examined; pass it as `since` to resume the stream. */
  position: z.number(),
  /** Number of matching events since the last message; approximate if `isEstimated`. */
  matched: z.number(),
  isEstimated: z.boolean(),
  /** Matching events in storage order: all of them, or a sample of `matched`. */
  events: z.array(StreamedEvent),
  /** Reason of the kind `end`: stopped (the service shuts down) or revoked (the key was). */
  reason: z.optional(z.string()),
});
export type StreamedEvents = z.infer<typeof StreamedEvents>;
