// The fields by which a write signs a change.
import type { RequestContext } from "./handler.ts";

/** The parts of a request that sign a write. */
export type Signer = Pick<RequestContext, "now" | "key">;

/** Sets the reason of this version and drops that of the one before. Choice: a write by a key is signed "CONSOLE API", without an e-mail; the modifier's id is the key's name. */
export const signature = ({ now, key }: Signer, reason?: string) => ({
  lastModifierID: key.name,
  lastModifierName: "CONSOLE API",
  lastModifierEmail: null,
  lastModifiedTime: now,
  // Choice: an empty reason of a change is none.
  lastModifiedReason: reason?.trim() || undefined,
});

/** Choice: a new entity is signed the same way, unless the write names its creator, and has no owner unless the write gives one. */
export const creation = (
  { now, key }: Signer,
  sent: { creatorID?: string | null | undefined; creatorEmail?: string | null | undefined },
) => ({
  creatorID: sent.creatorID ?? key.name,
  creatorName: "CONSOLE API",
  creatorEmail: sent.creatorEmail ?? null,
  createdTime: now,
});
