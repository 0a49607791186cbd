// The experiments that use a metric, with the effect on the metric in each, on a common scale.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { MetricExperiment } from "#contract/metric.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { intervalDomain } from "#console/foundation/charts/interval-domain.ts";
import { ListInterval, ListIntervalScale } from "#console/foundation/charts/list-interval.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Paging } from "#console/foundation/table/paging.tsx";
import { Muted, wrapsOnPhone } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { experimentStatus } from "#console/foundation/ui/entity-state.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { changeInPercent } from "#console/foundation/ui/metric-change.ts";
import { formatSigned, minus } from "#console/foundation/ui/number-format.ts";
import { ResultMark } from "#console/foundation/ui/result-mark.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { capitalise, formatCount, percentSign } from "#console/foundation/ui/wording.ts";

const limit = 20;
const ticks = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

function Found({ use }: { use: MetricExperiment }) {
  const change = changeInPercent(use);
  if (!change) return <Muted>{use.result ? "No interval" : "No results yet"}</Muted>;
  const interval = `${formatSigned(change.value - change.margin)} to ${formatSigned(change.value + change.margin)}${percentSign}`;
  return (
    <span
      title={`With ${use.result?.test}, ${interval}${use.result ? `, computed ${formatDateTime(use.result.computedTime)}` : ""}`}
      className="flex items-baseline justify-end gap-3"
    >
      <ResultMark result={change.result} />
      <span className="figures min-w-16 text-right">
        {formatSigned(change.value)}
        {percentSign}
        <span className="sr-only">, {interval}</span>
      </span>
    </span>
  );
}

function Name({ use: { id, name } }: { use: MetricExperiment }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <Link
      to="/$company/experiments/$id"
      params={{ company, id }}
      state={{ name }}
      className="font-medium hover:underline"
    >
      {name}
    </Link>
  );
}

const tick = (value: number) =>
  `${value > 0 ? "+" : ""}${minus(ticks.format(value))}${value === 0 ? "" : percentSign}`;

function State({ use, now }: { use: MetricExperiment; now: number }) {
  const { text, tone } = experimentStatus(use, now);
  return <Status tone={tone}>{text}</Status>;
}

/** `end` is the end of the scale in percent, `now` is in ms. */
const columnsAt = (end: number, now: number): Column<MetricExperiment>[] => [
  {
    id: "name",
    header: "Experiment",
    cell: (use) => <Name use={use} />,
    phone: "first",
    className: wrapsOnPhone,
  },
  {
    id: "role",
    header: "As",
    cell: ({ role }) => <Muted>{capitalise(role)}</Muted>,
    width: "104px",
    phone: "second-start",
  },
  {
    id: "status",
    header: "Status",
    cell: (use) => <State use={use} now={now} />,
    width: "152px",
    phone: "end",
  },
  {
    id: "found",
    header: "Change",
    cell: (use) => <Found use={use} />,
    align: "end",
    width: "172px",
    phone: "second-end",
  },
  {
    id: "interval",
    header: "Interval",
    head: (
      <div className="px-5">
        <span className="sr-only">Interval, drawn</span>
        <ListIntervalScale labels={[-1, 0, 1].map((share) => tick(share * end))} />
      </div>
    ),
    cell: (use) => (
      <div className={`px-5 ${changeInPercent(use) ? "" : "max-tablet:hidden"}`}>
        <ListInterval end={end} interval={changeInPercent(use)} className="mx-2 h-9" />
      </div>
    ),
    width: "24%",
    phone: "third",
  },
];

export function ExperimentsSection({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const { data, dataUpdatedAt, error, refetch } = useQuery(
    queryPage("listMetricExperiments", { id, page, limit }),
  );
  const rows = data?.data;
  const total = data?.pagination?.totalItems ?? rows?.length ?? 0;
  const changes = (rows ?? []).flatMap((use) => {
    const change = changeInPercent(use);
    return change ? [{ value: change.value, delta: change.margin }] : [];
  });
  return (
    <section aria-label="Experiments">
      <SectionHead
        title="Experiments"
        note={rows && total > 0 ? `${formatCount(total)}, with the change that it showed` : ""}
      />
      {!rows && error ? (
        <FailureNotice error={error} title="The experiments could not be read" retry={() => void refetch()} />
      ) : total === 0 && rows ? (
        <p className="pb-4 text-text-muted">No experiment uses it yet.</p>
      ) : (
        <Table
          caption="Experiments"
          rows={rows}
          rowKey={(use) => `${use.id} ${use.role}`}
          columns={columnsAt(intervalDomain(changes)[1], dataUpdatedAt)}
          hidden={changes.length === 0 ? ["interval"] : []}
          awaited={3}
        />
      )}
      {total > limit ? (
        <Paging label="Pages of experiments" total={total} page={page} limit={limit} onPage={setPage} />
      ) : null}
    </section>
  );
}
