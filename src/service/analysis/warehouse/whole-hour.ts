// The end of a window that is still open, in such a way that a text stays the same within an hour and the engine answers from its cache.
import type { Window } from "#service/analysis/totals/assignment.ts";

const hour = 3_600_000;

/** A window that ends now ends with the hour instead, on the same day; one that ended before stays as it is. */
export function wholeHour<Some extends Pick<Window, "end">>(window: Some, now: number): Some {
  return window.end < now ? window : { ...window, end: now - (now % hour) + hour - 1 };
}
