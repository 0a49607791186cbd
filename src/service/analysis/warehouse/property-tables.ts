// Converts stored entity property sources to tables of unit properties, for the properties that exposures do not carry.
import type { EntityPropertySource } from "#contract/entity-property.ts";
import { plainSource, sourceTextProblem } from "#contract/source-text.ts";
import type { PropertyTable } from "./source-tables.ts";
import { timeTypeOf, type Request } from "./table-of-source.ts";

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns the column that holds a property; columns of unit ids and of the time do not count. */
function columnOfProperty({ columns, timestampColumn, idTypeMapping }: EntityPropertySource, key: string) {
  const others = [timestampColumn ?? "", ...(idTypeMapping ?? []).map(({ column }) => column)];
  return columns?.find(({ name }) => sameName(name, key) && !others.some((other) => sameName(other, name)))
    ?.name;
}

// Choice: a property that the exposures lack is read from the first entity property source with a column of its name, verified ones first, then by name.
/** Returns each source with the properties that are read from it, and reports properties that no source has. */
export function propertyTables(
  keys: readonly string[],
  sources: readonly EntityPropertySource[],
  assignment: { readonly name: string },
  { experiment, provider, missing }: Request,
): PropertyTable[] {
  const unit = experiment.idType || "userID";
  const inOrder = sources.toSorted((a, b) => Number(b.isVerified ?? false) - Number(a.isVerified ?? false));
  const tables = new Map<string, PropertyTable>();
  for (const key of keys) {
    const found = inOrder
      .filter(({ sql }) => sourceTextProblem(sql, provider) === undefined)
      .flatMap((source) => {
        const unitColumn = source.idTypeMapping?.find(({ statsigUnitID }) => statsigUnitID === unit)?.column;
        const column = columnOfProperty(source, key);
        return unitColumn !== undefined && column !== undefined ? [{ source, unitColumn, column }] : [];
      })[0];
    if (!found) {
      missing.push({
        kind: "assignment_source",
        id: assignment.name,
        property: "dimensionColumns",
        sentence: `The source '${assignment.name}' has no column for '${key}', by which the results are broken down, and no entity property source has one of '${unit}'.`,
      });
      continue;
    }
    const { source, unitColumn, column } = found;
    const { name, sql, timestampColumn } = source;
    const table = tables.get(name) ?? {
      name,
      sql: plainSource(sql, provider),
      unitColumn,
      ...(timestampColumn && { time: { column: timestampColumn, type: timeTypeOf(source) } }),
      columns: {},
    };
    tables.set(name, { ...table, columns: { ...table.columns, [key]: column } });
  }
  return [...tables.values()];
}
