// Converts the parts of a table that all kinds of stored sources share, and describes in words what is missing. The SQL
// is verified again here, before it becomes part of a statement.
import type { EntityPropertySource } from "#contract/entity-property.ts";
import type { Experiment } from "#contract/experiment.ts";
import { plainSource, sourceTextProblem } from "#contract/source-text.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { WarehouseSource } from "#contract/warehouse-source.ts";
import type { TimeType } from "./source-tables.ts";

export interface Missing {
  readonly sentence: string;
  /** The entity that has to be changed, and its field. */
  readonly kind: "experiment" | "assignment_source" | "metric_source" | "entity_property" | "metric";
  readonly id: string;
  readonly property?: string;
}

export interface Request {
  readonly experiment: Experiment;
  readonly provider: WarehouseProvider;
  readonly missing: Missing[];
}

export const quotedList = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

/** Returns the name of a column; undefined if the source's columns are known and none has that name, ignoring case. */
export const columnOf = ({ columns }: Pick<WarehouseSource, "columns">, name: string): string | undefined => {
  if (!columns?.length) return name;
  return columns.find((column) => column.name.toLowerCase() === name.toLowerCase()) ? name : undefined;
};

export const timeTypeOf = ({
  timestampAsDay,
  timestampType,
}: Pick<WarehouseSource | EntityPropertySource, "timestampAsDay" | "timestampType">): TimeType => {
  if (timestampAsDay) return "day";
  return timestampType === "timestamp with time zone" ? timestampType : "timestamp";
};

/** Returns the fields that both kinds of tables share; adds what is missing to the list. */
export function tableOf(
  source: WarehouseSource,
  kind: "assignment_source" | "metric_source",
  { experiment, provider, missing }: Request,
) {
  const { name, sql, sourceType, tableName, datePartitionColumn, datePartitionType } = source;
  const miss = (property: string, sentence: string) =>
    void missing.push({ kind, id: name, property, sentence });
  const unit = experiment.idType || "userID";
  const unitColumn = source.idTypeMapping.find(({ statsigUnitID }) => statsigUnitID === unit)?.column;
  if (unitColumn === undefined)
    miss("idTypeMapping", `The source '${name}' does not say which column holds the unit '${unit}'.`);
  const problem = sourceTextProblem(sql, provider);
  if (problem) miss("sql", `The text of the source '${name}' cannot be used: ${problem}.`);
  return {
    name,
    sql: problem ? "" : plainSource(sql, provider),
    ...(sourceType === "table" && tableName && !problem && { tableName }),
    unitColumn: unitColumn ?? "",
    timeColumn: source.timestampColumn,
    timeType: timeTypeOf(source),
    ...(datePartitionColumn && {
      partitionColumn: {
        name: datePartitionColumn,
        type: datePartitionType === "text" ? ("text" as const) : ("date" as const),
      },
    }),
  };
}
