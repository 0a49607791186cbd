// A look at a source in the warehouse before it is stored: its columns, some rows, what a week of it says, and what is odd about it.
import { z } from "zod/mini";
import { SourceColumn } from "./warehouse-source.ts";

const name = z.nullish(z.string());

/** Columns that look like what a source needs, by their names and types. */
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

/** Something about a source in words. */
export const SourceCheck = z.looseObject({
  /** passed, warned or failed */
  state: z.string(),
  sentence: z.string(),
  /** Says how to mend it. */
  advice: name,
  /** The field of the source that it is about. */
  property: name,
});
export type SourceCheck = z.infer<typeof SourceCheck>;

const share = z.nullish(z.number());

export const SourcePreview = z.looseObject({
  columns: z.array(SourceColumn),
  detected: DetectedColumns,
  /** At most ten of the last seven days; values as text, numbers, booleans or null. */
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  /** Of the last seven days; absent as long as the columns that they need are not chosen. */
  rowCount: z.nullish(z.number()),
  units: z.nullish(z.number()),
  /** ms */
  newestTime: z.nullish(z.number()),
  /** Of the rows, 0 to 1. */
  nullUnitShare: share,
  futureShare: share,
  /** Of an assignment source, the most frequent first. */
  groups: z.nullish(
    z.array(
      z.looseObject({ experiment: z.string(), group: z.string(), rows: z.number(), units: z.number() }),
    ),
  ),
  /** Of a metric source, the most frequent first. */
  events: z.nullish(z.array(z.looseObject({ name: z.string(), rows: z.number() }))),
  /** Of the units of a week in one kind of source, the share that the other kind knows. */
  joinShare: z.nullish(z.looseObject({ source: z.string(), share: z.number(), units: z.number() })),
  /** That a week of it takes, as the engine estimates; null where it does not say. */
  estimatedBytes: z.nullish(z.number()),
  checks: z.array(SourceCheck),
  /** All statements together. */
  ms: z.number(),
  bytes: z.nullish(z.number()),
  statements: z.number(),
});
export type SourcePreview = z.infer<typeof SourcePreview>;

/** A table of the warehouse that a source can be made of. */
export const WarehouseTable = z.looseObject({
  /** As a statement names it. */
  tableName: z.string(),
  schema: z.string(),
  name: z.string(),
  /** table or view */
  type: z.string(),
});
export type WarehouseTable = z.infer<typeof WarehouseTable>;

/** How new the rows of a stored source are, by the last look at it. */
export const SourceFreshness = z.looseObject({
  kind: z.string(),
  name: z.string(),
  /** fresh, stale (no row for two days), empty (none for a week), readable (of properties without a time), failing, or unknown as long as nobody has looked. */
  state: z.string(),
  /** ms */
  newestTime: z.nullish(z.number()),
  checkedTime: z.nullish(z.number()),
  /** Of the engine, where it refused to read the source. */
  problem: name,
  isChecking: z.boolean(),
});
export type SourceFreshness = z.infer<typeof SourceFreshness>;
