// Response schemas of entity property sources (API 2.10), and of unit properties recorded with exposures.
import { z } from "zod/mini";
import { sourceFields, SourceUse, UnitColumns } from "./warehouse-source.ts";

export const EntityPropertySource = z.looseObject({
  ...sourceFields,
  /** Column with the time from which a row is valid; without it a row is valid at all times. */
  timestampColumn: z.nullish(z.string()),
  idTypeMapping: z.nullish(UnitColumns),
  /** Warehouse experiments whose results are broken down by a column of this source. */
  usedBy: z.optional(z.array(SourceUse)),
});
export type EntityPropertySource = z.infer<typeof EntityPropertySource>;

/** A unit property found in recent exposures. */
export const RecordedProperty = z.looseObject({
  name: z.string(),
  /** The most frequent values, each with its number of exposures. */
  values: z.array(z.looseObject({ value: z.string(), count: z.number() })),
  /** Number of distinct values. */
  valueCount: z.number(),
  count: z.number(),
  /** Time of the newest exposure with this property, in ms. */
  lastTime: z.number(),
  /** Experiments whose results are broken down by this property. */
  experiments: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});
export type RecordedProperty = z.infer<typeof RecordedProperty>;
