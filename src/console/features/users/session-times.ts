// The positions of a user's sessions within their days, as shares of the strip's width. Pure.
import type { Session } from "./sessions.ts";

/** Maximum number of days with a line; if there are more, some have none. */
const mostLines = 14;
/** Share of the strip's width that the words above a bar take. */
const wordsWidth = 0.12;
/** Changes within this share of the strip's width have a common mark. */
const markWidth = 0.03;

/** Position from 0 (left) to 1 (right). */
interface Day {
  readonly time: number;
  readonly at: number;
}

interface Bar {
  readonly session: Session;
  readonly at: number;
  /** Relative to the highest bar. */
  readonly height: number;
  /** No other bar overlaps its words. */
  readonly hasWords: boolean;
}

const dayOf = (time: number, further = 0) => {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + further).getTime();
};

const sizeOf = ({ events, exposures }: Session) => events + exposures;

/** Spans from the first day of the sessions to the end of the last day; `sessions` are newest first. */
export function stripOf(sessions: readonly Session[]) {
  const oldest = sessions.at(-1);
  const newest = sessions[0];
  if (!oldest || !newest) return { start: 0, end: 0, days: [], bars: [] };
  const [start, end] = [dayOf(oldest.from), dayOf(newest.to, 1)];
  const share = (time: number) => (time - start) / (end - start);
  const count = Math.round((end - start) / 86_400_000);
  const step = Math.ceil(count / mostLines);
  const days: Day[] = Array.from({ length: Math.ceil(count / step) }, (_, index) => {
    const time = dayOf(start, index * step);
    return { time, at: share(time) };
  });
  const most = Math.max(1, ...sessions.map(sizeOf));
  const places = sessions.map(({ to }) => share(to));
  const bars = sessions.map((session, index): Bar => {
    const at = share(session.to);
    const hasWords = places.every((other, place) => place === index || Math.abs(other - at) > wordsWidth);
    return { session, at, height: sizeOf(session) / most, hasWords };
  });
  return { start, end, days, bars };
}

/** Changes with a common mark, newest first; `width` is the distance to the next mark. */
interface Group<Change> {
  readonly changes: readonly [Change, ...Change[]];
  readonly at: number;
  readonly width: number;
}

/** Groups changes, which are newest first; a mark stands at its oldest change. */
export function groupsOf<Change extends { readonly time: number }>(
  changes: readonly Change[],
  start: number,
  end: number,
): Group<Change>[] {
  const share = (time: number) => (time - start) / (end - start);
  const groups: { changes: [Change, ...Change[]]; at: number }[] = [];
  for (const change of changes.toReversed()) {
    const at = share(change.time);
    const last = groups.at(-1);
    if (last && at - last.at < markWidth) last.changes.unshift(change);
    else if (at >= 0 && at < 1) groups.push({ changes: [change], at });
  }
  return groups.map(({ changes: marked, at }, index) => ({
    changes: marked,
    at,
    width: (groups[index + 1]?.at ?? 1) - at,
  }));
}
