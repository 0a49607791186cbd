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
