// The sources of all kinds as the rows of one table. Pure.
import type { EntityPropertySource } from "#contract/entity-property.ts";
import type { SourceFreshness } from "#contract/source-preview.ts";
import type { AssignmentSource, MetricSource, WarehouseSource } from "#contract/warehouse-source.ts";
import { andList, plural } from "#console/foundation/ui/wording.ts";

export interface SourceRow {
  section: "assignment_sources" | "metric_sources" | "entity_properties";
  id: string;
  name: string;
  kind: string;
  reads: string;
  units: string;
  used: string;
  freshness: SourceFreshness | undefined;
}

export interface Sources {
  assignments: readonly AssignmentSource[];
  metrics: readonly MetricSource[];
  properties: readonly EntityPropertySource[];
}

type Stored = WarehouseSource | EntityPropertySource;

const shared = ({ name, sourceType, tableName, idTypeMapping }: Stored) => ({
  name,
  reads: sourceType === "table" && tableName ? tableName : "SQL",
  units: andList((idTypeMapping ?? []).map(({ statsigUnitID }) => statsigUnitID)),
});

export function sourceRows(sources: Sources, freshness: readonly SourceFreshness[]): SourceRow[] {
  const freshnessOf = (kind: string, name: string) =>
    freshness.find((one) => one.kind === kind && one.name === name);
  return [
    ...sources.assignments.map((source) => ({
      ...shared(source),
      section: "assignment_sources" as const,
      id: source.id,
      kind: "Assignment source",
      used: plural(source.usedBy?.length ?? 0, "experiment"),
      freshness: freshnessOf("assignment_source", source.name),
    })),
    ...sources.metrics.map((source) => ({
      ...shared(source),
      section: "metric_sources" as const,
      id: source.id,
      kind: "Metric source",
      used: "",
      freshness: freshnessOf("metric_source", source.name),
    })),
    ...sources.properties.map((source) => ({
      ...shared(source),
      section: "entity_properties" as const,
      id: source.name,
      kind: "Entity properties",
      used: "",
      freshness: freshnessOf("entity_property", source.name),
    })),
  ];
}

/** The step that is still to be done before a first result comes from the warehouse. */
export type NextStep =
  | { to: "use" | "assignment" | "metric" | "experiments" }
  | { to: "load"; id: string; name: string };

export function nextStep(
  isInUse: boolean,
  { assignments, metrics }: Sources,
  hasLoads: boolean,
): NextStep | undefined {
  if (!isInUse) return { to: "use" };
  if (assignments.length === 0) return { to: "assignment" };
  if (metrics.length === 0) return { to: "metric" };
  const [experiment] = assignments.flatMap(({ usedBy = [] }) => usedBy);
  if (!experiment) return { to: "experiments" };
  return hasLoads ? undefined : { to: "load", id: experiment.id, name: experiment.name };
}
