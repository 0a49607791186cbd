// A strip of a user's sessions by day: their times, the amount logged, and changes of entities that the user met. Each session
// is listed in words below.
import { useMemo } from "react";
import { NamedLink } from "#console/foundation/ui/entity-links.tsx";
import { formatDateTime, formatShortDate } from "#console/foundation/ui/time-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import { groupsOf, stripOf } from "./session-times.ts";
import type { Session } from "./sessions.ts";
import { useMetChanges } from "./use-met-changes.ts";

/** Minimum and maximum height of a bar, in px. */
const [least, most] = [4, 36];
/** Share of the strip's width that a date takes, twice as much on a phone; a date at the end may not fit. */
const dateWidth = 0.07;
/** Share of the strip's width that a name beside a mark takes. */
const nameWidth = 0.2;

interface SessionStripProps {
  sessions: readonly Session[];
  nameOf: (session: Session) => string;
}

/** The number of its events, or else of its other entries. */
const amountOf = ({ events, exposures, changes }: Session) =>
  events > 0 ? plural(events, "event") : plural(exposures + changes, "entry", "entries");

export function SessionStrip({ sessions, nameOf }: SessionStripProps) {
  const { start, end, days, bars } = useMemo(() => stripOf(sessions), [sessions]);
  const { changes, isRead, isFailed, isWhole } = useMetChanges(sessions, start);
  const groups = groupsOf(changes, start, end);
  const [newest, ...older] = changes;
  return (
    <>
      <figure
        aria-label={`${plural(sessions.length, "session")} by day`}
        className="relative h-28 overflow-hidden border-t border-border"
      >
        {days.map(({ time, at }, index) => (
          <span
            key={time}
            aria-hidden
            style={{ left: `${at * 100}%` }}
            className={`absolute inset-y-0 border-l border-border ${index % 2 ? "max-tablet:hidden" : ""}`}
          >
            {at + dateWidth < 1 ? (
              <span
                className={`absolute bottom-0 left-1 text-12 leading-5 whitespace-nowrap text-text-muted ${at + 2 * dateWidth < 1 ? "" : "max-tablet:hidden"}`}
              >
                {formatShortDate(time)}
              </span>
            ) : null}
          </span>
        ))}
        {groups.map(({ changes: marked, at, width }) => (
          <span
            key={at}
            aria-hidden
            title={marked
              .map(({ name, time, text }) => `${name}, ${formatDateTime(time)}: ${text}`)
              .join("\n")}
            style={{ left: `${at * 100}%`, width: `${width * 100}%` }}
            className="absolute top-0 flex h-5 min-w-3 items-center gap-1 text-11 text-text-muted"
          >
            {marked.length === 1 ? (
              <span className="size-1.5 shrink-0 rotate-45 bg-current" />
            ) : (
              formatCount(marked.length)
            )}
            {marked.length === 1 && width > nameWidth ? (
              <span className="truncate bg-surface pr-1 max-tablet:hidden">
                {marked[0].name}: {marked[0].text}
              </span>
            ) : null}
          </span>
        ))}
        <span aria-hidden className="absolute inset-x-0 bottom-6 border-b border-border-strong" />
        {bars.map(({ session, at, height, hasWords }) => (
          <span
            key={session.to}
            aria-hidden
            title={nameOf(session)}
            style={{ left: `${at * 100}%` }}
            className="group absolute top-5 bottom-6 flex w-6 -translate-x-1/2 flex-col items-center justify-end"
          >
            {hasWords ? (
              <span
                className={`bg-surface text-12 leading-5 whitespace-nowrap max-tablet:hidden ${at > 0.95 ? "mr-3 self-end" : at < 0.05 ? "ml-3 self-start" : ""}`}
              >
                {amountOf(session)}
              </span>
            ) : null}
            <span
              style={{ height: least + (most - least) * height }}
              className="w-2 shrink-0 bg-neutral-mark group-hover:bg-text"
            />
          </span>
        ))}
      </figure>
      {/* Reserves two lines on a phone, whatever the content. */}
      <p className="mb-2 line-clamp-2 h-10 text-12 leading-5 text-text-muted tablet:h-5 tablet:truncate">
        {isFailed ? (
          "Changes of gates, configs and experiments could not be read."
        ) : !isRead ? (
          "…"
        ) : newest === undefined ? (
          "Nothing that this user met was changed in this time."
        ) : (
          <>
            {isWhole ? "" : "Of earlier days not all are marked. "}
            Marked: {plural(changes.length, "change")} of what this user met,{" "}
            {older.length > 0 ? "the newest " : ""}
            <NamedLink {...newest} /> on {formatShortDate(newest.time)}: {newest.text}
          </>
        )}
      </p>
    </>
  );
}
