// Fields that record the author and reason of a change.
import type { RequestContext } from "./handler.ts";

/** Parts of a request that identify the author of a write. */
export type ChangeAuthor = Pick<RequestContext, "now" | "key">;

/** Sets the reason of this version, clearing that of the previous one.
 *  Choice: a write by a key is signed with the key's name, as id and as name, without an e-mail. */
export const authorFields = ({ now, key }: ChangeAuthor, reason?: string) => ({
  lastModifierID: key.name,
  lastModifierName: key.name,
  lastModifierEmail: null,
  lastModifiedTime: now,
  // Choice: an empty change reason is stored as none.
  lastModifiedReason: reason?.trim() || undefined,
});

/** Choice: a new entity is signed the same way, unless the write names its creator, and has no owner unless the write gives one. */
export const creatorFields = (
  { now, key }: ChangeAuthor,
  sent: { creatorID?: string | null | undefined; creatorEmail?: string | null | undefined },
) => ({
  creatorID: sent.creatorID ?? key.name,
  creatorName: key.name,
  creatorEmail: sent.creatorEmail ?? null,
  createdTime: now,
});
