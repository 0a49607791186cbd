// Lists the events and requests of apps that were refused in the last day; an event can be expanded to show its full content.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RejectedEvent } from "#contract/rejected-event.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { Paging } from "#console/foundation/table/paging.tsx";
import { Muted } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatInstant } from "#console/foundation/ui/instant-format.ts";
import { formatFull } from "#console/foundation/ui/time-format.ts";
import { libraryLabel } from "#console/features/keys/key-words.ts";
import { refusedBecause } from "./refusal-words.ts";

/** Number of rows per page. */
const limit = 10;
/** Polling interval in ms while the list is shown. */
const readAgainAfter = 2000;

function nameOf({ event, path }: RejectedEvent): string | undefined {
  const name =
    typeof event === "object" && event !== null && "eventName" in event ? event.eventName : undefined;
  return typeof name === "string" && name !== "" ? name : (path ?? undefined);
}

interface ColumnsInput {
  opened: string | undefined;
  toggle: (row: RejectedEvent) => void;
}

const columnsFor = ({ opened, toggle }: ColumnsInput): Column<RejectedEvent>[] => [
  {
    id: "time",
    header: "Time",
    width: "184px",
    phone: "second",
    cell: (row) => (
      <span className="figures" title={formatFull(row.time)}>
        <Expander
          label={`Details of what was refused at ${formatInstant(row.time)}`}
          isOpen={row.id === opened}
          onToggle={() => toggle(row)}
        />
        {formatInstant(row.time)}
      </span>
    ),
  },
  {
    id: "reason",
    header: "Reason",
    width: "256px",
    phone: "first",
    cell: ({ reason }) => <span className="font-medium">{refusedBecause(reason)}</span>,
  },
  {
    id: "what",
    header: "Event or address",
    cell: (row) => {
      const name = nameOf(row);
      return name === undefined ? <Muted>no name</Muted> : <Mono>{name}</Mono>;
    },
  },
  {
    id: "key",
    header: "Key",
    width: "184px",
    className: "max-desk:hidden",
    cell: ({ keyName }) => keyName ?? <Muted>not known</Muted>,
  },
  {
    id: "library",
    header: "Library",
    width: "184px",
    phone: "end",
    cell: ({ library, version }) => <Muted>{`${libraryLabel(library)} ${version}`.trim()}</Muted>,
  },
];

function Details({ row: { kind, message, event, path } }: { row: RejectedEvent }) {
  const text = event === null ? "" : JSON.stringify(event, null, 2);
  return (
    <div className="grid gap-2 px-3 pb-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4">
        <p className="min-w-0 wrap-anywhere">{message}</p>
        {text ? (
          <span className="ml-auto">
            <CopyButton text={text} label="Copy JSON" />
          </span>
        ) : null}
      </div>
      {text ? <CodeBlock label="The event as it came">{text}</CodeBlock> : null}
      <p className="text-12 text-text-muted">
        {kind === "event"
          ? "Keys and attributes of the user are left out; of attributes the types are shown. What could be read of its request was stored."
          : `The whole request${path ? ` to ${path}` : ""} was refused, and nothing of it is kept.`}
      </p>
    </div>
  );
}

/** Renders nothing if nothing was refused. */
export function RejectedSection() {
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string>();
  const answer = useQuery({
    ...queryPage("listRejectedEvents", { page, limit }),
    refetchInterval: readAgainAfter,
  }).data;
  const total = answer?.pagination?.totalItems ?? 0;
  if (!answer || total === 0) return null;
  return (
    <section aria-label="Refused in the last day" className="border-t border-border pb-8">
      <SectionHead title="Refused in the last day" note="Each is kept in full for a day." />
      <Table
        caption="Events and requests that were refused in the last day"
        rows={answer.data}
        rowKey={({ id }) => id}
        columns={columnsFor({ opened, toggle: ({ id }) => setOpened(id === opened ? undefined : id) })}
        onOpen={({ id }) => setOpened(id === opened ? undefined : id)}
        detail={(row) => (row.id === opened ? <Details row={row} /> : null)}
        isSorted
      />
      {total > limit ? (
        <Paging total={total} page={page} limit={limit} onPage={setPage} label="Pages of what was refused" />
      ) : null}
    </section>
  );
}
