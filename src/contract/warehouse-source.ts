// Response schemas of warehouse sources: assignment sources (who saw which group) and metric sources (what units did). Entity property
// sources are in entity-property.ts.
import { z } from "zod/mini";
import { authorship, Owner } from "./envelope.ts";

/** Returns the SELECT of a source that is a whole table. */
export const selectAll = (tableName: string) => `select * from ${tableName}`;

export const sourceKinds = ["assignment_source", "metric_source", "entity_property"] as const;
export type SourceKind = (typeof sourceKinds)[number];

export const timestampTypes = ["timestamp", "timestamp with time zone"] as const;
export const partitionTypes = ["date", "text"] as const;

/** A column of a source, as reported by the warehouse. */
export const SourceColumn = z.looseObject({
  name: z.string(),
  /** text, number, boolean, time or json */
  type: z.string(),
  /** Type name of the engine. */
  engineType: z.string(),
});
export type SourceColumn = z.infer<typeof SourceColumn>;

/** An experiment that uses a source. */
export const SourceUse = z.looseObject({ id: z.string(), name: z.string(), status: z.string() });
export type SourceUse = z.infer<typeof SourceUse>;

/** Maps each unit type to the column with its ids. */
export const UnitColumns = z.array(z.looseObject({ statsigUnitID: z.string(), column: z.string() }));

/** Fields of every source, with or without a time column. */
export const sourceFields = {
  /** Choice: the id of a source is its name. */
  id: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  ...authorship,
  tags: z.nullish(z.array(z.string())),
  isVerified: z.nullish(z.boolean()),
  isReadOnly: z.nullish(z.boolean()),
  owner: z.nullish(Owner),
  team: z.nullish(z.string()),
  teamID: z.nullish(z.string()),
  sql: z.string(),
  /** "table" if the source is a whole table, else "query". */
  sourceType: z.nullish(z.string()),
  tableName: z.nullish(z.string()),
  /** True if the time column holds UTC days: exposures count from midnight, and events on the day of exposure count in full. */
  timestampAsDay: z.nullish(z.boolean()),
  timestampType: z.nullish(z.string()),
  /** Choice: a source is returned with its columns as the warehouse reported them when it was written. */
  columns: z.nullish(z.array(SourceColumn)),
  version: z.nullish(z.number()),
};

const timedFields = {
  ...sourceFields,
  timestampColumn: z.string(),
  datePartitionColumn: z.nullish(z.string()),
  datePartitionType: z.nullish(z.string()),
  idTypeMapping: UnitColumns,
};

export const AssignmentSource = z.looseObject({
  ...timedFields,
  experimentIDColumn: z.string(),
  groupIDColumn: z.string(),
  groupNameColumn: z.nullish(z.string()),
  /** Choice: an assignment source lists the columns that results can be broken down by, each with a key. */
  dimensionColumns: z.nullish(z.array(z.looseObject({ key: z.string(), column: z.string() }))),
  /** Hour in UTC, 0 to 23, at which loads start for experiments without a schedule of their own. */
  scheduledReloadHour: z.nullish(z.number()),
  usedBy: z.optional(z.array(SourceUse)),
});
export type AssignmentSource = z.infer<typeof AssignmentSource>;

export const MetricSource = z.looseObject({
  ...timedFields,
  customFieldMapping: z.nullish(z.array(z.looseObject({ key: z.string(), formula: z.string() }))),
  // Choice: a metric source names the columns with the name, value and other fields of an event, which metrics of events read.
  eventColumn: z.nullish(z.string()),
  valueColumn: z.nullish(z.string()),
  /** Column with a JSON object of further fields. */
  fieldsColumn: z.nullish(z.string()),
  /** Choice: writing a metric source stores the names of the events of its last days. */
  eventNames: z.nullish(z.array(z.string())),
});
export type MetricSource = z.infer<typeof MetricSource>;
export type WarehouseSource = AssignmentSource | MetricSource;
