// Fields that write requests of several kinds of entities have in common.
import { z } from "zod/mini";
import { ChangeReason } from "./change.ts";

/** A response field that a client may send back; its value is ignored. */
export const ignored = z.optional(z.unknown());

/** Read-only response fields; they are ignored in writes. */
export const answeredOnly = {
  permalink: ignored,
  creatorName: ignored,
  createdTime: ignored,
  lastModifierID: ignored,
  lastModifierName: ignored,
  lastModifiedTime: ignored,
  lastModifierEmail: ignored,
  lastModifiedReason: ignored,
  holdoutIDs: ignored,
  salt: ignored,
  version: ignored,
};

export const Description = z.string().check(z.maxLength(1000));

/** Choice: an owner in a write is a user or an SDK key. */
export const OwnerUpdate = z.strictObject({
  ownerID: z.optional(z.string()),
  ownerName: z.optional(z.string()),
  ownerType: z.optional(z.enum(["USER", "SDK_KEY"])),
  ownerEmail: z.optional(z.string()),
});

/** Optional fields. */
export const optionalFields = {
  tags: z.optional(z.array(z.string())),
  creatorID: z.nullish(z.string()),
  creatorEmail: z.nullish(z.string()),
  team: z.nullish(z.string()),
  teamID: z.nullish(z.string()),
  releasePipelineID: z.nullish(z.string()),
  changeReason: z.optional(ChangeReason),
};
