// Search parameters of an experiment: the tab, and the view settings of its results.
import { z } from "zod/mini";
import { flag, optional } from "#console/foundation/api/address.ts";
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
  tab: optional(z.enum(experimentTabs)),
  /** The action whose dialog is open; unknown actions are ignored by the page. */
  action: optional(z.string()),
  ...editedSearch,
  checks: flag,
});
export type ExperimentSearch = z.infer<typeof ExperimentSearch>;
