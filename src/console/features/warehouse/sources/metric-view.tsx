// The page of a stored metric source, with the metrics that read it.
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { MetricSource } from "#contract/warehouse-source.ts";
import { DeleteDialog } from "#console/editing/form/delete-dialog.tsx";
import { EntityView } from "#console/editing/form/entity-view.tsx";
import { changesIn } from "#console/editing/form/form-kind.ts";
import { query } from "#console/foundation/api/query.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { andList, plural } from "#console/foundation/ui/wording.ts";
import { metricKind } from "./source-kinds.ts";
import { Columns, commonRows, Text } from "./source-parts.tsx";
import { SourceState, useFreshness } from "./source-state.tsx";

export function MetricView({ source }: { source: MetricSource }) {
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
      state={<SourceState freshness={freshness} isWhole />}
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
      <Columns
        rows={[
          ...commonRows(source),
          ["Event name", source.eventColumn],
          ["Number", source.valueColumn],
          ["Other fields", source.fieldsColumn],
        ]}
      />
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
