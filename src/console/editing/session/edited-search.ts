// The search parameters of anything that is edited in a draft and has versions.
import { z } from "zod/mini";

const version = z.catch(z.optional(z.int()), undefined);

export const editedSearch = {
  /** Which of several drafts opens. */
  draft: z.catch(z.optional(z.string()), undefined),
  /** Two versions that are compared; against the current one when only one is given. */
  version,
  against: version,
  /** The version that is to be restored, by a link from elsewhere. */
  restore: version,
};
