// What the address of the gate list says; a broken link still opens the list.
import { z } from "zod";

const texts = z.array(z.string()).catch([]);

export const gateColumns = ["name", "status", "who", "type", "checks", "by", "changed"] as const;

export const GateListSearch = z.object({
  search: z.coerce.string().optional().catch(undefined),
  status: texts.optional(),
  tags: texts.optional(),
  sort: z.enum(gateColumns).optional().catch(undefined),
  order: z.enum(["ascending", "descending"]).optional().catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
  limit: z.int().min(10).max(100).optional().catch(undefined),
  hidden: z.array(z.enum(gateColumns)).optional().catch(undefined),
});
export type GateListSearch = z.infer<typeof GateListSearch>;
