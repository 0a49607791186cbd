// Counts of a whole list, returned with a page of it: totals, and numbers by filter value.
import { z } from "zod/mini";

const CountedValue = z.looseObject({ value: z.string(), count: z.number() });
export type CountedValue = z.infer<typeof CountedValue>;

export const ListCounts = z.looseObject({
  /** Counts of all entities, regardless of filters. */
  inUse: z.number(),
  archived: z.number(),
  /** For each filter field, every existing value with the number of entities that choosing it would find. */
  values: z.array(z.looseObject({ field: z.string(), values: z.array(CountedValue) })),
  /** Names of the gates that the entities on the page refer to. */
  names: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});
export type ListCounts = z.infer<typeof ListCounts>;
