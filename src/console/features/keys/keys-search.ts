// The URL search parameters of the keys page.
import { z } from "zod/mini";
import { flag, optional } from "#console/foundation/api/address.ts";

export const KeysSearch = z.object({
  kind: optional(z.enum(["console", "server", "client"])),
  environment: optional(z.string()),
  /** Creator, as shown in the column. */
  madeBy: optional(z.string()),
  /** The dialog for a new key is open. */
  create: flag,
});
export type KeysSearch = z.infer<typeof KeysSearch>;
