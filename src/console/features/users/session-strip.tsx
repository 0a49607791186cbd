// The sessions of a user by day: when there were any, and how much was logged. Each stands in words below.
import { useMemo } from "react";
import { formatShortDate } from "#console/foundation/ui/time-format.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import { stripOf } from "./session-times.ts";
import type { Session } from "./sessions.ts";

/** px of a bar. */
const [least, most] = [4, 36];

interface SessionStripProps {
  sessions: readonly Session[];
  nameOf: (session: Session) => string;
}

export function SessionStrip({ sessions, nameOf }: SessionStripProps) {
  const { days, bars } = useMemo(() => stripOf(sessions), [sessions]);
  return (
    <figure
      aria-label={`${plural(sessions.length, "session")} by day`}
      className="relative mb-2 h-24 overflow-hidden border-t border-border"
    >
      {days.map(({ time, at }, index) => (
        <span
          key={time}
          aria-hidden
          style={{ left: `${at * 100}%` }}
          className={`absolute inset-y-0 border-l border-border ${index % 2 ? "max-tablet:hidden" : ""}`}
        >
          <span className="absolute bottom-0 left-1 text-12 leading-5 whitespace-nowrap text-text-muted">
            {formatShortDate(time)}
          </span>
        </span>
      ))}
      <span aria-hidden className="absolute inset-x-0 bottom-6 border-b border-border-strong" />
      {bars.map(({ session, at, height, hasWords }) => (
        <span
          key={session.to}
          aria-hidden
          title={nameOf(session)}
          style={{ left: `${at * 100}%` }}
          className="group absolute top-0 bottom-6 flex w-6 -translate-x-1/2 flex-col items-center justify-end"
        >
          {hasWords ? (
            <span
              className={`bg-surface text-12 leading-5 whitespace-nowrap max-tablet:hidden ${at > 0.95 ? "mr-3 self-end" : at < 0.05 ? "ml-3 self-start" : ""}`}
            >
              {plural(session.events + session.exposures, "entry", "entries")}
            </span>
          ) : null}
          <span
            style={{ height: least + (most - least) * height }}
            className="w-2 shrink-0 bg-neutral-mark group-hover:bg-text"
          />
        </span>
      ))}
    </figure>
  );
}
