// Sources of a connected warehouse as answered: who saw which group (assignment sources), and what units did (metric sources). Who they are: entity-property.ts.
import { z } from "zod/mini";
import { authorship, Owner } from "./envelope.ts";

/** The SELECT that a source of a table reads. */
export const selectAll = (tableName: string) => `select * from ${tableName}`;

export const sourceKinds = ["assignment_source", "metric_source", "entity_property"] as const;
export type SourceKind = (typeof sourceKinds)[number];

export const timestampTypes = ["timestamp", "timestamp with time zone"] as const;
export const partitionTypes = ["date", "text"] as const;

/** A column of what a source reads, as the warehouse told it. */
export const SourceColumn = z.looseObject({
  name: z.string(),
  /** text, number, boolean, time or json */
  type: z.string(),
  /** As the engine says it. */
  engineType: z.string(),
});
export type SourceColumn = z.infer<typeof SourceColumn>;

/** An experiment that is measured from a source. */
export const SourceUse = z.looseObject({ id: z.string(), name: z.string(), status: z.string() });
export type SourceUse = z.infer<typeof SourceUse>;

/** Which column holds the id of which type of unit. */
export const UnitColumns = z.array(z.looseObject({ statsigUnitID: z.string(), column: z.string() }));

/** Of every source, whether its rows have a time or not. */
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
  /** "table" where it reads one table as it is, else "query". */
  sourceType: z.nullish(z.string()),
  tableName: z.nullish(z.string()),
  /** The column holds days in UTC: exposures count from midnight, and events of the day of an exposure count whole. */
  timestampAsDay: z.nullish(z.boolean()),
  timestampType: z.nullish(z.string()),
  /** Choice: a source is answered with its columns, as the warehouse told them when it was written. */
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
  /** Choice: an assignment source names the columns that results are broken down by, each with its key. */
  dimensionColumns: z.nullish(z.array(z.looseObject({ key: z.string(), column: z.string() }))),
  /** Of the day in UTC, 0 to 23: when the loads of its experiments begin that say none themselves. */
  scheduledReloadHour: z.nullish(z.number()),
  usedBy: z.optional(z.array(SourceUse)),
});
export type AssignmentSource = z.infer<typeof AssignmentSource>;

export const MetricSource = z.looseObject({
  ...timedFields,
  customFieldMapping: z.nullish(z.array(z.looseObject({ key: z.string(), formula: z.string() }))),
  // Choice: a metric source names the columns of an event's name, its number and its other fields, by which metrics of events read it.
  eventColumn: z.nullish(z.string()),
  valueColumn: z.nullish(z.string()),
  /** A column of JSON with fields that are no columns. */
  fieldsColumn: z.nullish(z.string()),
  /** Choice: a metric source knows the names of its events, those of its last days when it was written. */
  eventNames: z.nullish(z.array(z.string())),
});
export type MetricSource = z.infer<typeof MetricSource>;
export type WarehouseSource = AssignmentSource | MetricSource;
