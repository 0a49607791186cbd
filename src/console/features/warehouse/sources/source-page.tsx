// One source of the warehouse: as it is stored, in its form, or a new one.
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams, useSearch } from "@tanstack/react-router";
import type { AssignmentSource, MetricSource, WarehouseSource } from "#contract/warehouse-source.ts";
import { DeleteDialog } from "#console/editing/form/delete-dialog.tsx";
import { EntityView } from "#console/editing/form/entity-view.tsx";
import { changesIn } from "#console/editing/form/form-kind.ts";
import { EditPage, NewPage } from "#console/editing/form/form-page.tsx";
import { query } from "#console/foundation/api/query.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { LoadingHead } from "#console/foundation/ui/loading-head.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { andList, plural } from "#console/foundation/ui/wording.ts";
import { assignmentKind, metricKind } from "./source-draft.ts";
import { SourceForm } from "./source-form.tsx";
import { SourceState, useFreshness } from "./source-state.tsx";

const newFacts = {
  assignment: ["Says who saw which group of an experiment: a table or a SELECT, a row an exposure."],
  metric: ["Says what units did: a table or a SELECT, a row an event."],
};

const Columns = ({ rows }: { rows: readonly (readonly [string, string | null | undefined])[] }) => (
  <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5">
    {rows.map(([label, column]) =>
      column ? (
        <div key={label} className="contents">
          <dt className="text-text-muted">{label}</dt>
          <dd>
            <Mono>{column}</Mono>
          </dd>
        </div>
      ) : null,
    )}
  </dl>
);

const commonRows = (source: WarehouseSource) =>
  [
    ["Time", `${source.timestampColumn}${source.timestampAsDay ? " (by day)" : ""}`],
    ["Partition by day", source.datePartitionColumn],
    ...source.idTypeMapping.map(({ statsigUnitID, column }) => [`Unit ${statsigUnitID}`, column] as const),
  ] as const;

const Text = ({ source }: { source: WarehouseSource }) => (
  <section aria-label="Reads" className="pt-4 pb-6">
    <SectionHead
      title="Reads"
      note={source.sourceType === "table" ? `The table ${source.tableName ?? ""}` : "SQL"}
      action={<CopyButton text={source.sql} label="Copy the SQL" />}
    />
    <CodeBlock label={`SQL of ${source.name}`}>{source.sql}</CodeBlock>
  </section>
);

function AssignmentView({ source }: { source: AssignmentSource & { id: string } }) {
  const { company = "-" } = useParams({ strict: false });
  const uses = source.usedBy ?? [];
  const freshness = useFreshness("assignment_source", source.name);
  return (
    <EntityView
      entity={source}
      resource="AssignmentSource"
      noun="assignment source"
      section="assignment_sources"
      state={<SourceState freshness={freshness} />}
      facts={[`Read by ${plural(uses.length, "experiment")}`]}
      changesOf={(before, after) =>
        changesIn(assignmentKind.fields, assignmentKind.draftOf(before), assignmentKind.draftOf(after))
      }
      deleteDialog={(close) => (
        <DeleteDialog
          resource="AssignmentSource"
          section="assignment_sources"
          entity={source}
          onClose={close}
          description={
            uses.length > 0
              ? `${plural(uses.length, "experiment")} ${uses.length === 1 ? "is" : "are"} measured from it: ${andList(uses.map(({ name }) => name))}. Name another source in them first.`
              : "No experiment is measured from it. Nothing changes in the warehouse."
          }
          refusal={uses.length > 0 ? "Experiments are measured from it." : undefined}
        />
      )}
    >
      <Text source={source} />
      <section aria-label="Columns" className="pb-6">
        <SectionHead title="Columns" />
        <Columns
          rows={[
            ...commonRows(source),
            ["Experiment", source.experimentIDColumn],
            ["Group", source.groupIDColumn],
            ...(source.dimensionColumns ?? []).map(
              ({ key, column }) => [`Dimension ${key}`, column] as const,
            ),
          ]}
        />
      </section>
      <section aria-label="Experiments" className="pb-6">
        <SectionHead title="Experiments" note={uses.length ? "" : "None names it yet."} />
        <ul className="grid gap-1">
          {uses.map(({ id, name }) => (
            <li key={id}>
              <Link to="/$company/experiments/$id" params={{ company, id }} className="link font-medium">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </EntityView>
  );
}

function MetricView({ source }: { source: MetricSource & { id: string } }) {
  const { company = "-" } = useParams({ strict: false });
  const metrics = useQuery(query("listMetricsOfSource", { id: source.id }));
  const freshness = useFreshness("metric_source", source.name);
  const all = metrics.data?.data ?? [];
  const named = all.filter(({ warehouseNative }) => warehouseNative?.metricSourceName === source.name);
  return (
    <EntityView
      entity={source}
      resource="MetricSource"
      noun="metric source"
      section="metric_sources"
      state={<SourceState freshness={freshness} />}
      facts={[`Read by ${plural(all.length, "metric")}`]}
      changesOf={(before, after) =>
        changesIn(metricKind.fields, metricKind.draftOf(before), metricKind.draftOf(after))
      }
      deleteDialog={(close) => (
        <DeleteDialog
          resource="MetricSource"
          section="metric_sources"
          entity={source}
          onClose={close}
          description={
            named.length > 0
              ? `${plural(named.length, "metric")} name it: ${andList(named.map(({ name }) => name))}. Name another source in them first.`
              : all.length > 0
                ? `${plural(all.length, "metric")} read it, and will look for another source that has their events.`
                : "No metric reads it. Nothing changes in the warehouse."
          }
          refusal={named.length > 0 ? "Metrics name it." : undefined}
        />
      )}
    >
      <Text source={source} />
      <section aria-label="Columns" className="pb-6">
        <SectionHead title="Columns" />
        <Columns
          rows={[
            ...commonRows(source),
            ["Event name", source.eventColumn],
            ["Number", source.valueColumn],
            ["Other fields", source.fieldsColumn],
          ]}
        />
      </section>
      <section aria-label="Metrics" className="pb-6">
        <SectionHead title="Metrics" note={metrics.data && all.length === 0 ? "None reads it yet." : ""} />
        <ul className="grid gap-1">
          {all.map(({ id, name }) => (
            <li key={id}>
              <Link to="/$company/metrics/$id" params={{ company, id }} className="link font-medium">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </EntityView>
  );
}

function StoredAssignment({ id }: { id: string }) {
  const { edit = false } = useSearch({ strict: false });
  const { data } = useQuery({
    ...query("readAssignmentSource", { id }),
    throwOnError: (_, { state }) => state.data === undefined,
  });
  if (!data) return <LoadingHead label="Loading the source" />;
  return edit ? (
    <EditPage
      entity={data.data}
      resource="AssignmentSource"
      section="assignment_sources"
      form={(place) => (
        <SourceForm key={place.slot} {...place} kind="assignment_source" form={assignmentKind} />
      )}
    />
  ) : (
    <AssignmentView source={data.data} />
  );
}

function StoredMetric({ id }: { id: string }) {
  const { edit = false } = useSearch({ strict: false });
  const { data } = useQuery({
    ...query("readMetricSource", { id }),
    throwOnError: (_, { state }) => state.data === undefined,
  });
  if (!data) return <LoadingHead label="Loading the source" />;
  return edit ? (
    <EditPage
      entity={data.data}
      resource="MetricSource"
      section="metric_sources"
      form={(place) => <SourceForm key={place.slot} {...place} kind="metric_source" form={metricKind} />}
    />
  ) : (
    <MetricView source={data.data} />
  );
}

export function SourcePage() {
  const { id = "" } = useParams({ strict: false });
  const isAssignment = useLocation({ select: ({ pathname }) => pathname.includes("/assignment_sources/") });
  if (id === "new")
    return isAssignment ? (
      <NewPage
        section="assignment_sources"
        noun="assignment source"
        facts={newFacts.assignment}
        form={(place) => (
          <SourceForm key={place.slot} {...place} kind="assignment_source" form={assignmentKind} />
        )}
      />
    ) : (
      <NewPage
        section="metric_sources"
        noun="metric source"
        facts={newFacts.metric}
        form={(place) => <SourceForm key={place.slot} {...place} kind="metric_source" form={metricKind} />}
      />
    );
  return isAssignment ? <StoredAssignment key={id} id={id} /> : <StoredMetric key={id} id={id} />;
}
