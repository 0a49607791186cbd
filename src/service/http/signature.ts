// The fields by which a write signs a change.
import type { RequestContext } from "./handler.ts";

/** The parts of a request that sign a write. */
export type Signer = Pick<RequestContext, "now" | "key">;

/** Sets the reason of this version and drops that of the one before. Choice: a write by a key is signed with the key's name, as id and as name, without an e-mail. */
export const signature = ({ now, key }: Signer, reason?: string) => ({
  lastModifierID: key.name,
  lastModifierName: key.name,
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
  creatorName: key.name,
  creatorEmail: sent.creatorEmail ?? null,
  createdTime: now,
});
