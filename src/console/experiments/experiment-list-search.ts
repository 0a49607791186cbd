// What the address of the experiment list says; a broken link still opens the list.
import { z } from "zod";

export const experimentColumns = ["name", "status", "groups", "metric", "by", "changed"] as const;
const texts = z.array(z.string()).catch([]);

export const ExperimentListSearch = z.object({
  search: z.coerce.string().optional().catch(undefined),
  status: texts.optional(),
  tags: texts.optional(),
  sort: z.enum(experimentColumns).optional().catch(undefined),
  order: z.enum(["ascending", "descending"]).optional().catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
  limit: z.int().min(10).max(100).optional().catch(undefined),
});
export type ExperimentListSearch = z.infer<typeof ExperimentListSearch>;
