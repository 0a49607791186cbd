// Counts of all entities of a list beside one page of them: in sum, and by the values of its filters.
import { z } from "zod/mini";

const CountedValue = z.looseObject({ value: z.string(), count: z.number() });
export type CountedValue = z.infer<typeof CountedValue>;

export const ListCounts = z.looseObject({
  /** Of all entities, whatever is asked for. */
  inUse: z.number(),
  archived: z.number(),
  /** By field every value that any entity has, with the number that would be found if it were chosen. */
  values: z.array(z.looseObject({ field: z.string(), values: z.array(CountedValue) })),
  /** Names of the gates that the entities of the page refer to. */
  names: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});
export type ListCounts = z.infer<typeof ListCounts>;
