// The URL search parameters of pages for entities with drafts and versions.
import { z } from "zod/mini";
import { optional } from "#console/foundation/api/address.ts";

const version = optional(z.int());

export const editedSearch = {
  /** Slot of the draft to open, where the entity has several. */
  draft: optional(z.string()),
  /** The two versions to compare; if only one is given, it is compared with the current one. */
  version,
  against: version,
  /** The version to restore, set by links from other pages. */
  restore: version,
};
