// Sources of properties of units as answered (API 2.10), and what exposures recorded of them.
import { z } from "zod/mini";
import { sourceFields, SourceUse, UnitColumns } from "./warehouse-source.ts";

export const EntityPropertySource = z.looseObject({
  ...sourceFields,
  /** Since when a row holds; without it a row says what its unit is at all times. */
  timestampColumn: z.nullish(z.string()),
  idTypeMapping: z.nullish(UnitColumns),
  /** Experiments in the warehouse whose results are broken down by a column of it. */
  usedBy: z.optional(z.array(SourceUse)),
});
export type EntityPropertySource = z.infer<typeof EntityPropertySource>;

/** A property of units as exposures recorded it lately. */
export const RecordedProperty = z.looseObject({
  name: z.string(),
  /** The most frequent values, with the exposures that had them. */
  values: z.array(z.looseObject({ value: z.string(), count: z.number() })),
  /** Of all values together. */
  valueCount: z.number(),
  count: z.number(),
  /** Of the newest exposure with it, in ms. */
  lastTime: z.number(),
  /** Experiments whose results are broken down by it. */
  experiments: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});
export type RecordedProperty = z.infer<typeof RecordedProperty>;
