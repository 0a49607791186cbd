// The loads of an experiment, newest first: how each ended, what it cost, and its SQL statements.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PulseLoad } from "#contract/pulse-load.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { bytesText } from "#console/foundation/ui/byte-format.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { secondsText } from "#console/foundation/ui/number-format.ts";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatDateTime, formatFull } from "#console/foundation/ui/time-format.ts";
import { loadState } from "#console/foundation/ui/load-state.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { kindText, sqlOf } from "./load-words.ts";

const atOnce = 10;

const columnsFor = (opened: string | undefined, toggle: (load: PulseLoad) => void): Column<PulseLoad>[] => [
  {
    id: "time",
    header: "Load",
    phone: "first",
    cell: (load) => (
      <>
        <Expander
          label={`Statements of load ${load.id}`}
          isOpen={load.id === opened}
          onToggle={() => toggle(load)}
        />
        <span className="figures font-medium" title={formatFull(load.createdTime)}>
          {formatDateTime(load.createdTime)}
        </span>
      </>
    ),
  },
  {
    id: "state",
    header: "State",
    width: "148px",
    phone: "end",
    cell: (load) => {
      const { tone, text } = loadState(load);
      return <Status tone={tone}>{text}</Status>;
    },
  },
  {
    id: "what",
    header: "What",
    width: "220px",
    phone: "second",
    cell: (load) => (
      <span className="text-text-muted">
        {kindText(load)}, {load.startedBy}
      </span>
    ),
  },
  {
    id: "read",
    header: "Read",
    align: "end",
    width: "96px",
    cell: ({ bytes }) =>
      bytes === null ? <span className="text-text-muted">not told</span> : bytesText(bytes),
  },
  {
    id: "seconds",
    header: "Seconds",
    align: "end",
    width: "88px",
    cell: ({ seconds }) => secondsText(seconds),
  },
  {
    id: "statements",
    header: "Statements",
    align: "end",
    width: "104px",
    className: "max-desk:hidden",
    cell: ({ statements }) => formatCount(statements.length),
  },
  {
    id: "cached",
    header: "Cached",
    align: "end",
    width: "80px",
    className: "max-desk:hidden",
    cell: ({ statements }) => formatCount(statements.filter(({ cached }) => cached).length),
  },
];

function LoadDetail({ load }: { load: PulseLoad }) {
  const { message, said, tag, cost, statements, startDs, endDs } = load;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1 pb-4">
      {message ? <p className="font-medium wrap-anywhere">{message}</p> : null}
      {said ? <p className="font-mono text-12 wrap-anywhere">{said}</p> : null}
      <p className="text-text-muted wrap-anywhere">
        {startDs} to {endDs}. Cost: {cost}. At the engine its statements are marked <Mono>{tag}</Mono>.
      </p>
      {statements.length > 0 ? (
        <div className="flex justify-end">
          <CopyButton text={sqlOf(load)} label="Copy SQL" />
        </div>
      ) : (
        <p className="text-text-muted">No statement ran.</p>
      )}
      {statements.map((statement, place) => (
        <div key={statement.engineID} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <p className="figures text-12 text-text-muted wrap-anywhere">
            {[
              `Statement ${place + 1}`,
              statement.ms === null ? "did not end" : secondsText(statement.ms / 1000),
              statement.bytes === null ? undefined : bytesText(statement.bytes),
              statement.cached ? "from the engine's cache" : undefined,
              `id ${statement.engineID}`,
            ]
              .filter(Boolean)
              .join(", ")}
          </p>
          <CodeBlock label={`SQL of statement ${place + 1}`} isShort>
            {statement.sql}
          </CodeBlock>
        </div>
      ))}
    </div>
  );
}

interface LoadHistoryProps {
  experimentID: string;
  /** Total number of loads, to reserve space for their rows. */
  count: number;
}

export function LoadHistory({ experimentID: id, count }: LoadHistoryProps) {
  const [limit, setLimit] = useState(atOnce);
  const [opened, setOpened] = useState<string>();
  const { data, error, refetch } = useQuery(queryPage("listPulseLoads", { id, limit }));
  const toggle = (load: PulseLoad) => setOpened(load.id === opened ? undefined : load.id);
  if (error && !data)
    return <FailureNotice error={error} title="The loads could not be read" retry={() => void refetch()} />;
  const total = data?.pagination?.totalItems ?? 0;
  return (
    <div className="pb-2">
      <Table
        caption="Loads"
        rows={data?.data}
        rowKey={(load) => load.id}
        columns={columnsFor(opened, toggle)}
        isSorted
        awaited={Math.min(atOnce, Math.max(1, count))}
        onOpen={toggle}
        emptyText="Nothing was loaded yet."
        detail={(load) => (load.id === opened ? <LoadDetail load={load} /> : null)}
      />
      {data && total > data.data.length && limit < 100 ? (
        <div className="pt-2">
          <Button size="small" onClick={() => setLimit(Math.min(100, limit + 30))}>
            {`Show more of ${formatCount(total)}`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
