// Selects the rows that one stream sends between two messages: an even sample if there are too many. Pure.
import { matchesEvent } from "#contract/event-matches.ts";
import type { EventFilter } from "#contract/event-query.ts";
import { maxStreamedRows, type StreamedEvent } from "#contract/event-stream.ts";
import type { PolledEvents, NumberedEvent } from "./event-feed.ts";

/** A row as in a list of events. */
export const streamedEventOf = ({
  time,
  name,
  source,
  value,
  userID,
  ids,
  metadata,
  number,
}: NumberedEvent): StreamedEvent => ({
  timestamp: String(time),
  name,
  source,
  value,
  userID,
  customIDs: { ...ids },
  metadata: { ...metadata },
  number,
});

/** Returns an evenly spread sample of a list that includes its last item. */
export const evenSample = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  items.length <= most
    ? items
    : Array.from(
        { length: most },
        (_, place) => items[Math.ceil(((place + 1) * items.length) / most) - 1],
      ).filter((item) => item !== undefined);

export function streamedRowsOf(filter: EventFilter) {
  let events: StreamedEvent[] = [];
  let [matched, isEstimated] = [0, false];
  /** Number of rows that may be sent now, and its time in ms; it grows by `maxStreamedRows` per second, up to that number. */
  let [allowed, allowedAt] = [maxStreamedRows, 0];

  return {
    /** Adds the matching events of a poll; `now` in ms, from any clock. */
    add: ({ events: read, spread }: PolledEvents, now: number) => {
      allowed = Math.min(maxStreamedRows, allowed + ((now - allowedAt) * maxStreamedRows) / 1000);
      allowedAt = now;
      const found = read.filter((event) => matchesEvent(event, filter));
      const sent = evenSample(found, Math.floor(allowed)).map(streamedEventOf);
      allowed -= sent.length;
      // For a client that was idle for a while, only the newest rows are kept.
      events = [...events, ...sent].slice(-maxStreamedRows);
      matched += found.length * spread;
      isEstimated ||= spread > 1 && found.length > 0;
    },
    /** Returns the rows collected since the last call, and the number of all matching events. */
    take: () => {
      const taken = { matched: Math.round(matched), isEstimated, events };
      [events, matched, isEstimated] = [[], 0, false];
      return taken;
    },
    get matched() {
      return matched;
    },
  };
}
