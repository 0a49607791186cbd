// Rounds the end of an open window, so that the SQL stays the same within an hour and the engine can answer from its cache.
import type { Window } from "#service/analysis/totals/assignment.ts";

const hour = 3_600_000;

/**
 * Extends a window that ends now to the end of the current hour, which is on the same day; a window that has already
 * ended stays unchanged.
 */
export function wholeHour<Some extends Pick<Window, "end">>(window: Some, now: number): Some {
  return window.end < now ? window : { ...window, end: now - (now % hour) + hour - 1 };
}
