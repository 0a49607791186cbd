// The URL search parameters of the page for connecting an app.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";

export const ConnectSearch = z.object({
  /** Kind of app; a server if absent. */
  tab: optional(z.enum(["native", "browser", "device", "http"])),
  /** Environment of the keys; if absent, that of the selected key, or production. */
  environment: text,
  /** Id of the selected key. */
  key: text,
});
export type ConnectSearch = z.infer<typeof ConnectSearch>;
