// The search parameters of pages whose entities are edited in one form; a broken link still opens the page.
import { z } from "zod/mini";

export const formSearch = {
  /** It is edited in its place. */
  edit: z.catch(z.optional(z.boolean()), undefined),
  /** Which of several drafts opens. */
  draft: z.catch(z.optional(z.string()), undefined),
  /** Of a list, from 1; of an entity the version whose fields the form begins with. */
  page: z.catch(z.optional(z.int()), undefined),
};
export const FormSearch = z.object(formSearch);
