// The part of the references in view, as an address says it; a broken link still opens the page.
import { z } from "zod/mini";
import { consequences } from "#targeting/dependencies/consequence.ts";

/** Fields for the search of a page that shows references. */
export const dependenciesSearch = {
  /** Only nodes with one of these consequences, and those that lead to them. */
  only: z.catch(z.optional(z.array(z.enum(consequences))), undefined),
  /** Kind and id of the node in focus. */
  focus: z.catch(z.optional(z.string()), undefined),
};
export const DependenciesSearch = z.object(dependenciesSearch);
export type DependenciesSearch = z.infer<typeof DependenciesSearch>;
