// The search parameters of the page that connects an app.
import { z } from "zod/mini";
import { optional, text } from "#console/foundation/api/address.ts";

export const ConnectSearch = z.object({
  /** Kind of app; a server without it. */
  tab: optional(z.enum(["native", "browser", "device", "http"])),
  /** That the keys are of; the one of the chosen key, or production, without it. */
  environment: text,
  /** Id of the chosen key. */
  key: text,
});
export type ConnectSearch = z.infer<typeof ConnectSearch>;
