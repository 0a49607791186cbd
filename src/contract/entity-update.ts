// What writes of gates and dynamic configs have in common.
import { z } from "zod";

/** A field of an answer that a client may send back unchanged. */
export const ignored = z.unknown().optional();

/** What both answer beside what can be written. */
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
