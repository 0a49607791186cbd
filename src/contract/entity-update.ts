// The fields that writes of gates and dynamic configs have in common.
import { z } from "zod";
import { ChangeReason } from "./change.ts";

/** A field of an answer that a client may send back unchanged. */
export const ignored = z.unknown().optional();

/** Answered fields that cannot be written. */
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

export const Description = z.string().max(1000);

/** Fields that may be left out. */
export const optionalFields = {
  tags: z.array(z.string()).optional(),
  creatorID: z.string().nullish(),
  creatorEmail: z.string().nullish(),
  team: z.string().nullish(),
  teamID: z.string().nullish(),
  releasePipelineID: z.string().nullish(),
  changeReason: ChangeReason.optional(),
};
