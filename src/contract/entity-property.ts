// Entity property sources as answered (API 2.10).
import { z } from "zod/mini";

export const EntityPropertySource = z.looseObject({
  name: z.string(),
  description: z.nullish(z.string()),
  tags: z.nullish(z.array(z.string())),
  sql: z.string(),
  timestampColumn: z.nullish(z.string()),
  timestampAsDay: z.nullish(z.boolean()),
  idTypeMapping: z.nullish(z.array(z.looseObject({ statsigUnitID: z.string(), column: z.string() }))),
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
