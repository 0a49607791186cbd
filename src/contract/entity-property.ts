// Entity property sources as answered (API 2.10).
import { z } from "zod";

export const EntityPropertySource = z.looseObject({
  name: z.string(),
  description: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  sql: z.string(),
  timestampColumn: z.string().nullish(),
  timestampAsDay: z.boolean().nullish(),
  idTypeMapping: z.array(z.looseObject({ statsigUnitID: z.string(), column: z.string() })).nullish(),
});
export type EntityPropertySource = z.infer<typeof EntityPropertySource>;
