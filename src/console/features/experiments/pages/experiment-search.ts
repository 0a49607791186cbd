// The address of an experiment: the tab, and the view settings of its results.
import { z } from "zod/mini";
import type { ExperimentAction } from "#contract/experiment-states.ts";
import { ViewSettings } from "#console/features/experiments/results/view-settings/view-settings.ts";

const experimentTabs = ["results", "setup", "groups", "metrics"] as const;
export type ExperimentTab = (typeof experimentTabs)[number];

/** Named here once more, so that the first page does without the code of the states. */
const actions = [
  "start",
  "decide",
  "abandon",
  "reset",
  "archive",
  "unarchive",
  "delete",
] as const satisfies readonly ExperimentAction[];

export const ExperimentSearch = z.object({
  ...ViewSettings.shape,
  tab: z.catch(z.optional(z.enum(experimentTabs)), undefined),
  /** The action whose dialog is open. */
  action: z.catch(z.optional(z.enum(actions)), undefined),
  checks: z.catch(z.optional(z.boolean()), undefined),
});
export type ExperimentSearch = z.infer<typeof ExperimentSearch>;
