// Converts a stored assignment source to the table that contains the exposures of an experiment.
import type { Experiment } from "#contract/experiment.ts";
import type { AssignmentSource } from "#contract/warehouse-source.ts";
import type { EntityPropertySource } from "#contract/entity-property.ts";
import { propertyTables } from "./property-tables.ts";
import type { AssignmentTable } from "./source-tables.ts";
import { columnOf, tableOf, type Request } from "./table-of-source.ts";

/** Group ids by the values of the group column: the experiment's own mapping, else the ids and names of its groups. */
function groupsOf({ groups, assignmentSourceGroups }: Experiment): Record<string, string> {
  const ids = new Map(groups.flatMap(({ id, name }) => [[name, id] as const, [id, id] as const]));
  const said = Object.entries(assignmentSourceGroups ?? {}).flatMap(([value, group]) => {
    const id = ids.get(group);
    return id === undefined ? [] : [[value, id] as const];
  });
  return { ...Object.fromEntries(ids), ...Object.fromEntries(said) };
}

export function assignmentTable(
  source: AssignmentSource,
  entityProperties: readonly EntityPropertySource[],
  request: Request,
): AssignmentTable {
  const { experiment, missing } = request;
  const dimensions = (experiment.dimensions ?? []).filter(({ type }) => type === "user");
  const dimensionColumns: Record<string, string> = {};
  const elsewhere: string[] = [];
  for (const { key } of dimensions) {
    const column =
      source.dimensionColumns?.find((one) => one.key === key)?.column ??
      (source.columns?.length ? columnOf(source, key) : undefined);
    if (column !== undefined) dimensionColumns[key] = column;
    else elsewhere.push(key);
  }
  const properties = propertyTables(elsewhere, entityProperties, source, request);
  const filters = (experiment.assignmentSourceFilters ?? []).map(({ column, values }) => ({
    column,
    values,
  }));
  for (const { column } of filters)
    if (columnOf(source, column) === undefined)
      missing.push({
        kind: "experiment",
        id: experiment.id,
        property: "assignmentSourceFilters",
        sentence: `The source '${source.name}' has no column '${column}', by which the experiment filters its rows.`,
      });
  return {
    ...tableOf(source, "assignment_source", request),
    experimentColumn: source.experimentIDColumn,
    experimentKey: experiment.assignmentSourceExperimentName || experiment.id,
    groupColumn: source.groupIDColumn,
    groups: groupsOf(experiment),
    dimensionColumns,
    ...(properties.length > 0 && { properties }),
    filters,
  };
}
