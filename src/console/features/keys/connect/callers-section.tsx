import { Link, useParams } from "@tanstack/react-router";
import type { AppActivity, AppCaller, AppRefusal } from "#contract/app-activity.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Table } from "#console/foundation/table/table.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import { libraryLabel } from "#console/features/keys/key-words.ts";
import { problemOfRefusal } from "./refusal-words.ts";

const Count = ({ count, isBad = false }: { count: number; isBad?: boolean }) =>
  count === 0 ? (
    <span className="text-text-muted">0</span>
  ) : isBad ? (
    <b className="font-strong">{formatCount(count)}</b>
  ) : (
    formatCount(count)
  );

/** Relative time, right-aligned. The key remounts a changed text, so that the move of its start does not count as a layout shift. */
function Last({ time }: { time: number }) {
  const text = relativeTime(time);
  return (
    <span key={text} title={formatFull(time)} className="block text-text-muted">
      {text}
    </span>
  );
}

/** Link to the list of keys, filtered by the key's kind. */
function KeyLink({ name, kind }: { name: string; kind?: string }) {
  const { company = "" } = useParams({ strict: false });
  const known = kind === "server" || kind === "client" ? kind : undefined;
  return (
    <Link
      to="/$company/keys"
      params={{ company }}
      search={{ kind: known }}
      className="inline-block text-accent hover:underline"
    >
      {name}
    </Link>
  );
}

const callerColumns: Column<AppCaller>[] = [
  {
    id: "library",
    header: "Library",
    width: "228px",
    phone: "first",
    cell: ({ library, version }) => (
      <>
        <Mono>{libraryLabel(library)}</Mono>
        <span className="ml-2 text-text-muted tablet:hidden">{version}</span>
      </>
    ),
  },
  {
    id: "version",
    header: "Version",
    width: "84px",
    cell: ({ version }) => <span className="text-text-muted">{version || "–"}</span>,
  },
  {
    id: "key",
    header: "Key",
    phone: "second-start",
    cell: ({ keyName, kind }) => (
      <>
        <KeyLink name={keyName} kind={kind} /> <span className="ml-1 text-12 text-text-muted">{kind}</span>
      </>
    ),
  },
  {
    id: "asked",
    header: "Asked",
    width: "84px",
    align: "end",
    cell: ({ rules, evaluations }) => <Count count={rules + evaluations} />,
  },
  {
    id: "exposures",
    header: "Exposures",
    width: "104px",
    align: "end",
    cell: ({ exposures }) => <Count count={exposures} />,
  },
  {
    id: "events",
    header: "Events",
    width: "88px",
    align: "end",
    phone: "end",
    cell: ({ events }) => (
      <>
        <Count count={events} />
        <span className="text-text-muted tablet:hidden"> events</span>
      </>
    ),
  },
  {
    id: "rejected",
    header: "Rejected",
    width: "88px",
    align: "end",
    phone: "second-end",
    cell: ({ rejected }) => (
      <>
        <Count count={rejected} isBad />
        <span className="text-text-muted tablet:hidden"> rejected</span>
      </>
    ),
  },
  {
    id: "last",
    header: "Last",
    width: "132px",
    align: "end",
    cell: ({ lastTime }) => <Last time={lastTime} />,
  },
];

const refusalColumns: Column<AppRefusal>[] = [
  {
    id: "reason",
    header: "Reason",
    width: "312px",
    phone: "first",
    cell: (refusal) => (
      <span className="font-medium">{problemOfRefusal(refusal, "http").title.replace(/\.$/, "")}</span>
    ),
  },
  {
    id: "meaning",
    header: "What it means",
    phone: "second",
    className: "max-tablet:whitespace-normal",
    cell: (refusal) => (
      <span title={refusal.message} className="text-text-muted">
        {problemOfRefusal(refusal, "http").text}
      </span>
    ),
  },
  {
    id: "key",
    header: "Key",
    width: "200px",
    phone: "third",
    cell: ({ keyName, library }) =>
      keyName === null ? (
        <span className="text-text-muted">{libraryLabel(library)}</span>
      ) : (
        <KeyLink name={keyName} />
      ),
  },
  {
    id: "count",
    header: "Rejected",
    width: "88px",
    align: "end",
    phone: "end",
    cell: ({ count }) => formatCount(count),
  },
  {
    id: "last",
    header: "Last",
    width: "132px",
    align: "end",
    cell: ({ lastTime }) => <Last time={lastTime} />,
  },
];

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Lists the clients that evaluated or logged in the last hour, and the requests that were refused. */
export function CallersSection({ activity: { callers, refusals } }: { activity: AppActivity }) {
  const { company = "" } = useParams({ strict: false });
  const events = sum(callers.map((caller) => caller.events));
  const exposures = sum(callers.map((caller) => caller.exposures));
  const rejected = sum(refusals.map(({ count }) => count));
  return (
    <>
      <section className="border-t border-border pb-5">
        <SectionHead
          title="Last hour"
          note={
            callers.length
              ? `${plural(events, "event")}, ${plural(exposures, "exposure")}, ${formatCount(rejected)} rejected`
              : "No app asked or logged yet."
          }
          action={
            <Link to="/$company/events" params={{ company }} className="text-accent hover:underline">
              All events
            </Link>
          }
        />
        {callers.length ? (
          <Table
            caption="Libraries of the last hour"
            rows={callers}
            columns={callerColumns}
            rowKey={({ keyID, library, version }) => `${keyID} ${library} ${version}`}
            isSorted
          />
        ) : null}
      </section>
      {refusals.length ? (
        <section className="border-t border-border pb-8">
          <SectionHead
            title="Rejected"
            note="In the last hour, by reason and app. What was rejected is not in the log."
          />
          <Table
            caption="Rejected requests and events of the last hour"
            rows={refusals}
            columns={refusalColumns}
            rowKey={({ reason, keyID, library, version }) => `${reason} ${keyID} ${library} ${version}`}
            isSorted
          />
        </section>
      ) : null}
    </>
  );
}
