// Response schema of a preview of a warehouse source before it is stored:
// its columns, some rows, figures of one week, and possible problems.
import { z } from "zod/mini";
import { SourceColumn } from "./warehouse-source.ts";

const name = z.nullish(z.string());

/** Columns that probably have the roles a source needs, detected by name and type. */
export const DetectedColumns = z.looseObject({
  unitColumn: name,
  timestampColumn: name,
  timestampAsDay: z.nullish(z.boolean()),
  timestampType: name,
  datePartitionColumn: name,
  datePartitionType: name,
  experimentIDColumn: name,
  groupIDColumn: name,
  eventColumn: name,
  valueColumn: name,
  fieldsColumn: name,
});
export type DetectedColumns = z.infer<typeof DetectedColumns>;

/** One check of a source, with its result in words. */
export const SourceCheck = z.looseObject({
  /** passed, warned or failed */
  state: z.string(),
  sentence: z.string(),
  /** How to fix the problem. */
  advice: name,
  /** The field of the source that the check concerns. */
  property: name,
});
export type SourceCheck = z.infer<typeof SourceCheck>;

const share = z.nullish(z.number());

export const SourcePreview = z.looseObject({
  columns: z.array(SourceColumn),
  detected: DetectedColumns,
  /** At most ten rows of the last seven days; values are text, numbers, booleans or null. */
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  /** The following figures cover the last seven days; each is absent until the columns it needs are chosen. */
  rowCount: z.nullish(z.number()),
  units: z.nullish(z.number()),
  /** ms */
  newestTime: z.nullish(z.number()),
  /** Share of the rows without a unit id, and with a time in the future, 0 to 1. */
  nullUnitShare: share,
  futureShare: share,
  /** For assignment sources: their experiment groups, the most frequent first. */
  groups: z.nullish(
    z.array(
      z.looseObject({ experiment: z.string(), group: z.string(), rows: z.number(), units: z.number() }),
    ),
  ),
  /** For metric sources: their events, the most frequent first. */
  events: z.nullish(z.array(z.looseObject({ name: z.string(), rows: z.number() }))),
  /** Share of one week's units that a source of the other kind contains as well. */
  joinShare: z.nullish(z.looseObject({ source: z.string(), share: z.number(), units: z.number() })),
  /** The engine's estimate for reading one week; null if it gives none. */
  estimatedBytes: z.nullish(z.number()),
  checks: z.array(SourceCheck),
  /** Total of all statements. */
  ms: z.number(),
  bytes: z.nullish(z.number()),
  statements: z.number(),
});
export type SourcePreview = z.infer<typeof SourcePreview>;

/** A warehouse table that a source can be based on. */
export const WarehouseTable = z.looseObject({
  /** Name of the table as used in SQL. */
  tableName: z.string(),
  schema: z.string(),
  name: z.string(),
  /** table or view */
  type: z.string(),
});
export type WarehouseTable = z.infer<typeof WarehouseTable>;

/** Freshness of a stored source, from its last check. */
export const SourceFreshness = z.looseObject({
  kind: z.string(),
  name: z.string(),
  /** fresh, stale (no row for two days), empty (none for a week), readable
   *  (properties without a time), failing, or unknown before the first check. */
  state: z.string(),
  /** ms */
  newestTime: z.nullish(z.number()),
  checkedTime: z.nullish(z.number()),
  /** Error message of the engine if it could not read the source. */
  problem: name,
  isChecking: z.boolean(),
});
export type SourceFreshness = z.infer<typeof SourceFreshness>;
