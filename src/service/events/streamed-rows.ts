// The rows of one stream between two messages: of too many an even share. Pure.
import { matchesEvent } from "#contract/event-matches.ts";
import type { EventFilter } from "#contract/event-query.ts";
import { maxStreamedRows, type StreamedEvent } from "#contract/event-stream.ts";
import type { Arrived, NumberedEvent } from "./event-feed.ts";

/** As a list of events has them. */
export const recordOf = ({
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

/** A number of items of a list, evenly spread, its last one among them. */
export const spreadOf = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  items.length <= most
    ? items
    : Array.from(
        { length: most },
        (_, place) => items[Math.ceil(((place + 1) * items.length) / most) - 1],
      ).filter((item) => item !== undefined);

export function streamedRowsOf(filter: EventFilter) {
  let events: StreamedEvent[] = [];
  let [matched, isEstimated] = [0, false];
  /** Rows that may be sent now: as many as a second has, and never more at once. */
  let [allowed, allowedAt] = [maxStreamedRows, 0];

  return {
    /** `now` in ms, of whatever clock. */
    add: ({ events: read, spread }: Arrived, now: number) => {
      allowed = Math.min(maxStreamedRows, allowed + ((now - allowedAt) * maxStreamedRows) / 1000);
      allowedAt = now;
      const found = read.filter((event) => matchesEvent(event, filter));
      const sent = spreadOf(found, Math.floor(allowed)).map(recordOf);
      allowed -= sent.length;
      // A reader who takes nothing for a while gets the newest.
      events = [...events, ...sent].slice(-maxStreamedRows);
      matched += found.length * spread;
      isEstimated ||= spread > 1 && found.length > 0;
    },
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
