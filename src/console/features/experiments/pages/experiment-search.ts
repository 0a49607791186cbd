// The address of an experiment: the tab, and the view settings of its results.
import { z } from "zod/mini";
import { editedSearch } from "#console/editing/session/edited-search.ts";
import { ViewSettings } from "#console/features/experiments/results/view-settings/view-settings.ts";

const experimentTabs = [
  "results",
  "plan",
  "setup",
  "groups",
  "metrics",
  "overrides",
  "try",
  "history",
] as const;
export type ExperimentTab = (typeof experimentTabs)[number];

export const ExperimentSearch = z.object({
  ...ViewSettings.shape,
  tab: z.catch(z.optional(z.enum(experimentTabs)), undefined),
  /** The action whose dialog is open; the page ignores one that it does not know. */
  action: z.catch(z.optional(z.string()), undefined),
  ...editedSearch,
  checks: z.catch(z.optional(z.boolean()), undefined),
});
export type ExperimentSearch = z.infer<typeof ExperimentSearch>;
