// The metrics of an experiment: their role, desired direction and definition.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Experiment } from "#contract/experiment.ts";
import type { MetricReference } from "#contract/experiment-overview.ts";
import { isTaggedGuardrail, type Metric } from "#contract/metric.ts";
import { queryAll } from "#console/foundation/api/query-all.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Table } from "#console/foundation/table/table.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { guardrailNote, guardrailTitle } from "#console/features/experiments/results/model/guardrails.ts";
import { SetupSection } from "./setup-section.tsx";
import { directionText, eventsOf, metricSentence } from "#console/foundation/ui/metric-sentence.ts";

interface Row extends MetricReference {
  /** Undefined for a metric that is not stored. */
  metric: Metric | undefined;
}

const columnsFor = (company: string): Column<Row>[] => [
  {
    id: "name",
    header: "Metric",
    width: "24%",
    phone: "first",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: "direction",
    header: "Direction",
    width: "150px",
    phone: "end",
    cell: ({ metric }) => (metric ? directionText(metric) : "Not stored"),
  },
  {
    id: "definition",
    header: "How it is computed",
    phone: "second",
    cell: ({ metric, type }) => (
      <span className="whitespace-normal text-text-muted">
        {metric ? metricSentence(metric) : `A metric of type ${type} that this service does not know.`}
      </span>
    ),
  },
  {
    id: "events",
    header: "Events",
    width: "200px",
    cell: ({ metric }) => (
      <span className="flex flex-wrap gap-x-3 gap-y-1 py-1">
        {(metric ? eventsOf(metric) : []).map((name) => (
          <Link key={name} to="/$company/events/$name" params={{ company, name }} className="link py-0.5">
            {name}
          </Link>
        ))}
      </span>
    ),
  },
  { id: "type", header: "Type", width: "116px", cell: ({ type }) => <Mono>{type}</Mono> },
];

export function MetricsTab({ experiment, company }: { experiment: Experiment; company: string }) {
  // A failure to load the metrics must not take down the rest of the page.
  const { data: metrics, error, refetch } = useQuery(queryAll("listMetrics", {}));
  if (!metrics && error)
    return (
      <div className="max-w-3xl py-5">
        <FailureNotice error={error} title="The metrics could not be read" retry={() => void refetch()} />
      </div>
    );
  if (!metrics) return <SkeletonRows rows={6} label="Loading the metrics" />;
  const { primaryMetrics, secondaryMetrics } = experiment;
  const rowsOf = (references: readonly MetricReference[] | null | undefined): Row[] =>
    (references ?? []).map((reference) => ({
      ...reference,
      metric: metrics.find(({ name, type }) => name === reference.name && type === reference.type),
    }));
  const secondary = rowsOf(secondaryMetrics);
  const guardrails = secondary.filter(({ metric }) => isTaggedGuardrail(metric));
  const others = secondary.filter((row) => !guardrails.includes(row));
  const parts = [
    { title: "Primary metrics", note: "These decide.", rows: rowsOf(primaryMetrics) },
    { title: guardrailTitle, note: `${guardrailNote}. Metrics with the tag “Guardrail”.`, rows: guardrails },
    { title: "Secondary metrics", note: "These explain the primary ones.", rows: others },
  ];
  return parts.map(({ title, note, rows }) => (
    <SetupSection key={title} title={title} note={note}>
      {rows.length ? (
        <Table
          caption={title}
          rows={rows}
          rowKey={({ name, type }) => `${name}::${type}`}
          columns={columnsFor(company)}
        />
      ) : (
        <Empty title="None." />
      )}
    </SetupSection>
  ));
}
