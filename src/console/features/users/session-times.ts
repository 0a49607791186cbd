// Where the sessions of a user stand in their days, as shares of a strip. Pure.
import type { Session } from "./sessions.ts";

/** Days with a line, at most; of more days some have none. */
const mostLines = 14;
/** Share of the strip that the words above a bar take. */
const wordsWidth = 0.12;
/** Share of the strip in which changes have one mark. */
const markWidth = 0.03;

/** 0 at the left, 1 at the right. */
interface Day {
  readonly time: number;
  readonly at: number;
}

interface Bar {
  readonly session: Session;
  readonly at: number;
  /** Of the highest one. */
  readonly height: number;
  /** No other bar stands where its words would. */
  readonly hasWords: boolean;
}

const dayOf = (time: number, further = 0) => {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + further).getTime();
};

const sizeOf = ({ events, exposures }: Session) => events + exposures;

/** From the first day of the sessions, which come the newest first, to the end of the last one. */
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

/** Changes of one mark, the newest first; the width is the way to the next mark. */
interface Group<Change> {
  readonly changes: readonly [Change, ...Change[]];
  readonly at: number;
  readonly width: number;
}

/** Of changes that come the newest first; a mark stands at its oldest one. */
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
