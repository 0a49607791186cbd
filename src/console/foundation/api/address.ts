// The fields of an address; a broken link still opens the page.
import { z } from "zod/mini";

/** A field that may be absent, and counts as absent where its value is of another form. */
export const optional = <Value extends z.ZodMiniType>(value: Value) => z.catch(z.optional(value), undefined);

export const text = optional(z.coerce.string());
export const flag = optional(z.boolean());
