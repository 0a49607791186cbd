// How a write signs what it changed.
import type { RequestContext } from "./handler.ts";

/** What of a request signs a write. */
export type Signer = Pick<RequestContext, "now" | "key">;

/** Choice: a write by a key is signed "CONSOLE API", without an e-mail; the modifier's id is the key's name. */
export const signature = ({ now, key }: Signer) => ({
  lastModifierID: key.name,
  lastModifierName: "CONSOLE API",
  lastModifierEmail: null,
  lastModifiedTime: now,
});
