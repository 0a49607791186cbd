// Schemas for the fields of a page's address. Invalid fields count as absent, so that a broken link still opens the page.
import { z } from "zod/mini";

/** An optional field, which counts as absent if its value is malformed. */
export const optional = <Value extends z.ZodMiniType>(value: Value) => z.catch(z.optional(value), undefined);

export const text = optional(z.coerce.string());
export const flag = optional(z.boolean());
