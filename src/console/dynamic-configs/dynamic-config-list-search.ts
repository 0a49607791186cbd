// What the address of the config list says; a broken link still opens the list.
import { z } from "zod";

export const configColumns = ["name", "state", "rules", "tags", "by", "changed"] as const;
const texts = z.array(z.string()).catch([]);

export const DynamicConfigListSearch = z.object({
  search: z.coerce.string().optional().catch(undefined),
  /** Archived configs too. */
  archived: z.boolean().optional().catch(undefined),
  tags: texts.optional(),
  sort: z.enum(configColumns).optional().catch(undefined),
  order: z.enum(["ascending", "descending"]).optional().catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
  limit: z.int().min(10).max(100).optional().catch(undefined),
});
export type DynamicConfigListSearch = z.infer<typeof DynamicConfigListSearch>;
