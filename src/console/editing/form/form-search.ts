// The search parameters of pages whose entities are edited in one form; a broken link still opens the page.
import { z } from "zod/mini";
import { flag, optional } from "#console/foundation/api/address.ts";

export const formSearch = {
  /** It is edited in its place. */
  edit: flag,
  /** Which of several drafts opens. */
  draft: optional(z.string()),
  /** Of a list, from 1; of an entity the version whose fields the form begins with. */
  page: optional(z.int()),
};
export const FormSearch = z.object(formSearch);
