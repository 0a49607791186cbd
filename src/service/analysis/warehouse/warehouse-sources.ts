// Resolves the stored sources, an experiment and its metrics to the tables that it is measured from, or to descriptions of what is missing.
import type { EntityPropertySource } from "#contract/entity-property.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { AssignmentSource, MetricSource } from "#contract/warehouse-source.ts";
import type { Reader } from "#service/database/database.ts";
import {
  readAssignmentSource,
  readAssignmentSources,
  readEntityProperties,
  readMetricSources,
} from "#service/database/warehouse-sources.ts";
import { assignmentTable } from "./assignment-table.ts";
import { metricTables } from "./metric-tables.ts";
import type { WarehouseSources } from "./source-tables.ts";
import { quotedList, type Missing, type Request } from "./table-of-source.ts";

export interface StoredSources {
  readonly assignment: AssignmentSource | undefined;
  /** Names of all assignment sources. */
  readonly assignmentNames: readonly string[];
  readonly metricSources: readonly MetricSource[];
  readonly entityProperties?: readonly EntityPropertySource[];
}

/** Returns the tables, or descriptions of everything that is missing. */
export function warehouseSources(
  experiment: Experiment,
  metrics: readonly Metric[],
  { assignment, assignmentNames, metricSources, entityProperties = [] }: StoredSources,
  provider: WarehouseProvider,
): { sources: WarehouseSources } | { missing: readonly Missing[] } {
  const request: Request = { experiment, provider, missing: [] };
  const tables = metricTables(metrics, metricSources, request);
  if (!assignment) {
    const named = experiment.assignmentSourceName;
    const there = assignmentNames.length ? ` There are ${quotedList(assignmentNames)}.` : "";
    request.missing.unshift({
      kind: "experiment",
      id: experiment.id,
      property: "assignmentSourceName",
      sentence: named
        ? `The experiment names the assignment source '${named}', and there is none of that name.${there}`
        : `The experiment names no assignment source.${there}`,
    });
    return { missing: request.missing };
  }
  const table = assignmentTable(assignment, entityProperties, request);
  return request.missing.length > 0
    ? { missing: request.missing }
    : { sources: { assignment: table, tableOfEvent: (event) => tables.get(event) } };
}

/** Reads the stored sources and resolves them. */
export async function readWarehouseSources(
  reader: Reader,
  experiment: Experiment,
  metrics: readonly Metric[],
  provider: WarehouseProvider,
) {
  const named = experiment.assignmentSourceName;
  const assignment = named ? await readAssignmentSource(reader, named) : undefined;
  const names = assignment ? [] : (await readAssignmentSources(reader)).map(({ name }) => name);
  const metricSources = await readMetricSources(reader);
  const entityProperties = await readEntityProperties(reader);
  return warehouseSources(
    experiment,
    metrics,
    { assignment, assignmentNames: names, metricSources, entityProperties },
    provider,
  );
}
