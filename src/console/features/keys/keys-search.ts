// The search parameters of the page of keys.
import { z } from "zod/mini";
import { flag, optional } from "#console/foundation/api/address.ts";

export const KeysSearch = z.object({
  kind: optional(z.enum(["console", "server", "client"])),
  environment: optional(z.string()),
  /** As the column says it. */
  madeBy: optional(z.string()),
  /** The form for a new key is open. */
  create: flag,
});
export type KeysSearch = z.infer<typeof KeysSearch>;
