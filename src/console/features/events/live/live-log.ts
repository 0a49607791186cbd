// The latest events of a stream and its gaps, limited in size however long it runs. Pure.
import type { StreamedEvent, StreamedEvents } from "#contract/event-stream.ts";

/** Maximum number of rows kept, on screen and while paused. */
export const mostRows = 300;
/** ms over which the rate and the share are computed. */
const recentTime = 10_000;

export interface EventRow {
  readonly kind: "event";
  readonly key: string;
  readonly event: StreamedEvent;
}

/** A period without events, because the connection was lost or the page was idle. */
export interface GapRow {
  readonly kind: "gap";
  readonly key: string;
  readonly cause: "lost" | "idle";
  /** ms */
  readonly from: number;
  /** Null while the gap lasts. */
  readonly filled: { readonly to: number; readonly matched: number; readonly shown: number } | null;
}

export type LiveRow = EventRow | GapRow;

interface Recent {
  readonly time: number;
  readonly matched: number;
  readonly shown: number;
}

export interface LiveLog {
  readonly status: "connecting" | "live" | "lost" | "idle";
  /** Newest first. */
  readonly rows: readonly LiveRow[];
  /** Rows that arrived since the pause, newest first. */
  readonly held: readonly LiveRow[];
  readonly isPaused: boolean;
  /** Number of matching events since the pause. */
  readonly heldEvents: number;
  /** Number of matching events since the start. */
  readonly matched: number;
  readonly isEstimated: boolean;
  readonly recent: readonly Recent[];
  /** Service time in ms of the first and of the last message. */
  readonly since: number | undefined;
  readonly time: number | undefined;
  /** Position from which the next stream continues. */
  readonly position: number | undefined;
}

export const emptyLog: LiveLog = {
  status: "connecting",
  rows: [],
  held: [],
  isPaused: false,
  heldEvents: 0,
  matched: 0,
  isEstimated: false,
  recent: [],
  since: undefined,
  time: undefined,
  position: undefined,
};

export type LiveAction =
  | { type: "message"; kind: string; message: StreamedEvents }
  | { type: "gap"; cause: GapRow["cause"]; now: number }
  | { type: "pause" }
  | { type: "continue" }
  | { type: "restart" };

const rowsOf = (events: readonly StreamedEvent[]): EventRow[] =>
  events.map((event) => ({ kind: "event" as const, key: `event ${event.number}`, event })).toReversed();

/** Adds newer rows at the top: to the drawn rows, or while paused to those held back. */
const withRows = (log: LiveLog, newer: readonly LiveRow[]): LiveLog => {
  const place = log.isPaused ? "held" : "rows";
  return newer.length === 0 ? log : { ...log, [place]: [...newer, ...log[place]].slice(0, mostRows) };
};

const filledBy =
  ({ time, matched, events }: StreamedEvents) =>
  (row: LiveRow): LiveRow =>
    row.kind === "gap" && row.filled === null
      ? { ...row, filled: { to: time, matched, shown: events.length } }
      : row;

function withMessage(log: LiveLog, kind: string, message: StreamedEvents): LiveLog {
  const { time, position, matched, events } = message;
  const isMissed = kind === "missed";
  const fill = filledBy(message);
  // Missed events are not part of the current rate.
  const recent = isMissed ? [] : [...log.recent, { time, matched, shown: events.length }];
  const next: LiveLog = {
    ...log,
    status: "live",
    rows: isMissed ? log.rows.map(fill) : log.rows,
    held: isMissed ? log.held.map(fill) : log.held,
    matched: log.matched + matched,
    heldEvents: log.isPaused ? log.heldEvents + matched : 0,
    isEstimated: log.isEstimated || message.isEstimated,
    recent: recent.filter((one) => one.time > time - recentTime),
    since: log.since ?? time,
    time,
    position,
  };
  return withRows(next, rowsOf(events));
}

export function liveLog(log: LiveLog, action: LiveAction): LiveLog {
  switch (action.type) {
    case "message":
      return withMessage(log, action.kind, action.message);
    case "gap": {
      const { cause, now } = action;
      const status = { ...log, status: cause };
      // A stream that was never live, or is already lost, gets no further gap.
      const isOpen = [...log.held, ...log.rows].some((row) => row.kind === "gap" && row.filled === null);
      if (isOpen || log.position === undefined) return status;
      const from = log.time ?? now;
      return withRows(status, [{ kind: "gap", key: `gap ${from}`, cause, from, filled: null }]);
    }
    case "pause":
      return { ...log, isPaused: true, held: [], heldEvents: 0 };
    case "continue": {
      const rows = [...log.held, ...log.rows].slice(0, mostRows);
      return { ...log, isPaused: false, rows, held: [], heldEvents: 0 };
    }
    default:
      return emptyLog;
  }
}

/** Returns the recent events per second, and the share of them that are shown as rows. */
export function rateOf({ recent }: LiveLog): { perSecond: number; share: number } {
  const sum = (field: "matched" | "shown") => recent.reduce((all, one) => all + one[field], 0);
  const [first, last] = [recent[0]?.time ?? 0, recent.at(-1)?.time ?? 0];
  const [matched, shown] = [sum("matched"), sum("shown")];
  return {
    perSecond: (matched * 1000) / Math.max(1000, last - first),
    share: matched > 0 ? Math.min(1, shown / matched) : 1,
  };
}
