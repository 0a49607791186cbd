// The newest events of a stream with its gaps, within bounds however long it runs. Pure.
import type { StreamedEvent, StreamedEvents } from "#contract/event-stream.ts";

/** Rows that are kept, on screen and while it is paused. */
export const mostRows = 300;
/** ms; the time over which the rate and the share are told. */
const recentTime = 10_000;

export interface EventRow {
  readonly kind: "event";
  readonly key: string;
  readonly event: StreamedEvent;
}

/** A time in which nothing came: the connection was lost, or nobody looked. */
export interface GapRow {
  readonly kind: "gap";
  readonly key: string;
  readonly cause: "lost" | "idle";
  /** ms */
  readonly from: number;
  /** Null as long as it lasts. */
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
  /** Newest first: those that came since it was paused. */
  readonly held: readonly LiveRow[];
  readonly isPaused: boolean;
  /** Events of the filter since it was paused. */
  readonly heldEvents: number;
  /** Since the begin. */
  readonly matched: number;
  readonly isEstimated: boolean;
  readonly recent: readonly Recent[];
  /** ms of the service; of the first and the last message. */
  readonly since: number | undefined;
  readonly time: number | undefined;
  /** That a next stream goes on from. */
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

/** With newer rows on top, where it is drawn, or held back. */
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
  // Events that are missing are no part of the rate now.
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
      // One that was never live, or is lost already, has no other gap.
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

/** Events a second lately, and the share of them that has a row. */
export function rateOf({ recent }: LiveLog): { perSecond: number; share: number } {
  const sum = (field: "matched" | "shown") => recent.reduce((all, one) => all + one[field], 0);
  const [first, last] = [recent[0]?.time ?? 0, recent.at(-1)?.time ?? 0];
  const [matched, shown] = [sum("matched"), sum("shown")];
  return {
    perSecond: (matched * 1000) / Math.max(1000, last - first),
    share: matched > 0 ? Math.min(1, shown / matched) : 1,
  };
}
