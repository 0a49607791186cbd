// The URL search parameters of pages with a form. Invalid values are ignored, so that a broken link still opens the page.
import { z } from "zod/mini";
import { flag, optional } from "#console/foundation/api/address.ts";

export const formSearch = {
  /** The entity is being edited on its page. */
  edit: flag,
  /** Slot of the draft to open, where the entity has several. */
  draft: optional(z.string()),
  /** On a list, the page number from 1; on an entity, the version whose field values the form starts with. */
  page: optional(z.int()),
};
export const FormSearch = z.object(formSearch);
