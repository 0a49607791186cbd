// Lists the warehouse loads of all experiments: the next one with what it will read, and the most recent ones.
import { useQuery } from "@tanstack/react-query";
import type { WarehouseLoads } from "#contract/pulse-load.ts";
import { query } from "#console/foundation/api/query.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { RowLink } from "#console/foundation/table/row-link.tsx";
import { Muted, wrapsOnPhone } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { bytesText } from "#console/foundation/ui/byte-format.ts";
import { loadState } from "#console/foundation/ui/load-state.ts";
import { secondsText } from "#console/foundation/ui/number-format.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatDateTime, formatFull } from "#console/foundation/ui/time-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";

type Load = WarehouseLoads["last"][number];

const kinds: Readonly<Record<string, string>> = {
  full: "Full",
  incremental: "Incremental",
  metric: "Some metrics",
};

function End(load: Load) {
  const { tone, text } = loadState(load);
  return <Status tone={tone}>{text}</Status>;
}

const columns: readonly Column<Load>[] = [
  {
    id: "experiment",
    header: "Experiment",
    cell: ({ experimentID, experimentName }) => (
      <RowLink
        to="/$company/experiments/$id"
        id={experimentID}
        name={experimentName}
        className="font-medium hover:underline"
      >
        {experimentName}
      </RowLink>
    ),
    phone: "first",
    className: wrapsOnPhone,
  },
  {
    id: "time",
    header: "Load",
    width: "180px",
    phone: "second",
    cell: ({ createdTime }) => (
      <span className="figures text-text-muted" title={formatFull(createdTime)}>
        {formatDateTime(createdTime)}
      </span>
    ),
  },
  { id: "state", header: "State", width: "148px", phone: "end", cell: (load) => <End {...load} /> },
  {
    id: "what",
    header: "What",
    width: "220px",
    className: "max-desk:hidden",
    cell: ({ reloadType, startedBy }) => <Muted>{`${kinds[reloadType] ?? reloadType}, ${startedBy}`}</Muted>,
  },
  {
    id: "read",
    header: "Read",
    align: "end",
    width: "88px",
    cell: ({ bytes }) => (bytes === null ? <Muted>not told</Muted> : bytesText(bytes)),
  },
  {
    id: "seconds",
    header: "Seconds",
    align: "end",
    width: "88px",
    cell: ({ seconds }) => (seconds === null ? null : secondsText(seconds)),
  },
  {
    id: "statements",
    header: "Statements",
    align: "end",
    width: "104px",
    className: "max-desk:hidden",
    cell: ({ statements }) => formatCount(statements),
  },
  {
    id: "cached",
    header: "Cached",
    align: "end",
    width: "80px",
    className: "max-desk:hidden",
    cell: ({ cached }) => formatCount(cached),
  },
];

function Next({ time, experiments, bytes, seconds }: NonNullable<WarehouseLoads["next"]>) {
  return (
    <span className="figures">
      Next: <b className="font-medium text-text">{formatDateTime(time)}</b>,{" "}
      {plural(experiments, "experiment")}
      {bytes === null ? "" : `, reads about ${bytesText(bytes)}`}
      {seconds === null ? "" : `, in about ${secondsText(seconds)}`}
    </span>
  );
}

/** Renders nothing while loading; as the last part of its page, it moves nothing when it appears. */
export function Loads() {
  const { data } = useQuery({ ...query("readWarehouseLoads", {}), throwOnError: false });
  if (!data) return null;
  const { next, last } = data.data;
  if (!next && last.length === 0) return null;
  return (
    <section aria-label="Loads" className="border-t border-border pb-6 desk:col-span-2">
      <SectionHead
        title="Loads"
        note={next ? <Next {...next} /> : "No experiment is loaded on a schedule."}
      />
      {last.length > 0 ? (
        <Table
          caption="Loads"
          rows={last}
          isSorted
          columns={columns}
          rowKey={({ experimentID, number }) => `${experimentID} ${number}`}
        />
      ) : null}
    </section>
  );
}
