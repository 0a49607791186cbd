// The log of one user by session, newest first.
import { useId, useState } from "react";
import type { UnitAttributes } from "#contract/event-answers.ts";
import { readTime } from "#contract/event-query.ts";
import { parseWhere, WhereProblem } from "#contract/event-where.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { Picker } from "#console/foundation/forms/select.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { formatDate, formatTime } from "#console/foundation/ui/time-format.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import type { Unit } from "./known-user.ts";
import { SessionStrip } from "./session-strip.tsx";
import { sessionsOf, type Session } from "./sessions.ts";
import { TimelineLine } from "./timeline-line.tsx";
import { useTimeline, type Kind } from "./use-timeline.ts";
import { useUserSearch, type UserSearch } from "./user-search.ts";

const kinds = [
  { value: "", label: "All" },
  { value: "event", label: "Events" },
  { value: "exposure", label: "Exposures" },
  { value: "check", label: "Checks" },
  { value: "change", label: "Changes" },
] as const satisfies readonly { value: Kind; label: string }[];

const times = [
  { value: "", label: "All" },
  { value: "-1d", label: "24 hours" },
  { value: "-7d", label: "7 days" },
  { value: "-30d", label: "30 days" },
  { value: "-90d", label: "90 days" },
];

const problemOf = (where: string): string | undefined => {
  try {
    parseWhere(where);
    return undefined;
  } catch (error) {
    if (error instanceof WhereProblem) return error.message;
    throw error;
  }
};

/** Conditions on the events; Enter applies them. */
function Filter({ where, onApply }: { where: string; onApply: (where: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState(where);
  // The address may contain an invalid condition.
  const [problem, setProblem] = useState(() => problemOf(where));
  return (
    <form
      className="min-w-0 flex-1 basis-40"
      onSubmit={(event) => {
        event.preventDefault();
        const found = problemOf(typed);
        setProblem(found);
        if (!found) onApply(typed.trim());
      }}
    >
      <label htmlFor={id} className="sr-only">
        Conditions on events
      </label>
      <input
        id={id}
        value={typed}
        placeholder="Filter events, as in country is DE"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={(event) => event.currentTarget.form?.requestSubmit()}
        className="block h-control w-full typed-into rounded border bg-surface px-2.5 text-ellipsis placeholder:text-text-muted"
      />
      {problem ? (
        <p id={`${id}-problem`} role="alert" className="pt-1 text-12 text-danger">
          {problem}
        </p>
      ) : null}
    </form>
  );
}

function spanOf({ from, to }: Session) {
  const [first, last] = [formatTime(from), formatTime(to)];
  const isOneDay = formatDate(from) === formatDate(to);
  const start = `${formatDate(from)}, ${first}`;
  if (!isOneDay) return `${start} to ${formatDate(to)}, ${last}`;
  return first === last ? start : `${start} to ${last}`;
}

const countsOf = ({ events, exposures, changes }: Session) =>
  [
    ...(events ? [plural(events, "event")] : []),
    ...(exposures ? [plural(exposures, "check or exposure", "checks and exposures")] : []),
    ...(changes ? [plural(changes, "change")] : []),
  ].join(", ");

interface TimelineProps {
  unit: Unit;
  known: UnitAttributes | undefined;
  /** Nothing is drawn until the attributes are known, because their changes appear among the lines and in the heads. */
  isKnown: boolean;
}

export function Timeline({ unit, known, isKnown }: TimelineProps) {
  const { kind: asked = "", from: asFrom = "", where: asWhere = "" } = useUserSearch();
  // Invalid parts of the address are ignored.
  const from = readTime(asFrom) ? asFrom : "";
  const where = problemOf(asWhere) ? "" : asWhere;
  const kind = kinds.find(({ value }) => value === asked)?.value ?? "";
  const setSearch = useSetSearch<UserSearch>({ resetScroll: false });
  const { read, entries, countOf } = useTimeline(
    { unit: `${unit.type}:${unit.id}`, kind, ...(from && { from }), ...(where && { where }) },
    known,
  );
  const isWaiting = read.isPending || (!isKnown && !read.error);
  const sessions = sessionsOf(entries);
  const isFiltered = kind !== "" || from !== "" || where !== "";
  const include = (term: string) =>
    setSearch({ where: where ? `${where} and ${term}` : term, kind: undefined }, { replace: false });
  return (
    <section aria-label="Timeline" data-waits={isWaiting || undefined}>
      <div className="flex flex-wrap items-start gap-2 pb-3">
        <div className="max-w-full overflow-x-auto">
          <Segment
            label="Show"
            value={kind}
            options={kinds.map(({ value, label }) => ({
              value,
              label: (
                <>
                  {label}
                  {/* Reserves space for the count: a first page may be "100+", all of them events. */}
                  <span
                    className={`figures ml-1 text-left ${value === "" || value === "event" ? "min-w-[4ch]" : "min-w-[2ch]"}`}
                  >
                    {isWaiting ? undefined : countOf(value)}
                  </span>
                </>
              ),
            }))}
            onChange={(next) => setSearch({ kind: next || undefined })}
          />
        </div>
        <Picker
          label="Time"
          value={from}
          options={
            times.some(({ value }) => value === from) ? times : [...times, { value: from, label: from }]
          }
          onChange={(next) => setSearch({ from: next || undefined })}
        />
        <Filter
          key={asWhere}
          where={asWhere}
          // A new condition is a step in the browser history, so going back removes it.
          onApply={(next) => {
            if (next !== asWhere) setSearch({ where: next || undefined }, { replace: false });
          }}
        />
      </div>
      {where ? (
        <p className="pb-2 text-12 text-text-muted">
          Conditions speak of events: checks and exposures are left out.
        </p>
      ) : null}
      {read.error && !read.data ? (
        <FailureNotice
          error={read.error}
          title="The timeline could not be read"
          retry={() => void read.refetch()}
        />
      ) : isWaiting ? (
        <SkeletonRows rows={10} label="Loading the timeline" />
      ) : sessions.length === 0 ? (
        <Empty
          title={
            isFiltered
              ? "Nothing of this user fits these filters."
              : `Nothing was logged with the ${unit.type} ${unit.id}. The id counts to the letter.`
          }
          action={
            isFiltered ? (
              <Button onClick={() => setSearch({ kind: undefined, from: undefined, where: undefined })}>
                Clear the filters
              </Button>
            ) : undefined
          }
        />
      ) : (
        <>
          {sessions.length > 1 ? (
            <SessionStrip
              sessions={sessions}
              nameOf={(session) => `${spanOf(session)}: ${countsOf(session)}`}
            />
          ) : null}
          {sessions.map((session) => (
            <section key={session.to} aria-label={spanOf(session)} className="pb-4">
              <div className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-border py-1">
                <h2 className="font-strong">{spanOf(session)}</h2>
                <p className="text-text-muted">{[...session.origin, countsOf(session)].join(" · ")}</p>
              </div>
              <ol>
                {session.lines.map((line) => (
                  <TimelineLine key={line.key} line={line} onInclude={include} />
                ))}
              </ol>
            </section>
          ))}
        </>
      )}
      {read.isFetchNextPageError ? (
        <FailureNotice
          error={read.error}
          title="What came earlier could not be read"
          retry={() => void read.fetchNextPage()}
        />
      ) : read.hasNextPage ? (
        <Button onClick={() => void read.fetchNextPage()} aria-busy={read.isFetchingNextPage}>
          Show earlier
        </Button>
      ) : null}
    </section>
  );
}
