// What the address of an experiment says: the tab, and how its results are looked at.
import { z } from "zod/mini";
import { ViewSettings } from "#console/features/experiments/results/view-settings/view-settings.ts";

const experimentTabs = ["results", "setup", "groups", "metrics"] as const;
export type ExperimentTab = (typeof experimentTabs)[number];

export const ExperimentSearch = z.object({
  ...ViewSettings.shape,
  tab: z.catch(z.optional(z.enum(experimentTabs)), undefined),
  checks: z.catch(z.optional(z.boolean()), undefined),
});
export type ExperimentSearch = z.infer<typeof ExperimentSearch>;
