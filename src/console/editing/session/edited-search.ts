// The search parameters of anything that is edited in a draft and has versions.
import { z } from "zod/mini";
import { optional } from "#console/foundation/api/address.ts";

const version = optional(z.int());

export const editedSearch = {
  /** Which of several drafts opens. */
  draft: optional(z.string()),
  /** Two versions that are compared; against the current one when only one is given. */
  version,
  against: version,
  /** The version that is to be restored, by a link from elsewhere. */
  restore: version,
};
