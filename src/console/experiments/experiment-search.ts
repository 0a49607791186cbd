// What the address of an experiment says: the tab, and how its results are looked at.
import { z } from "zod";

export const experimentTabs = ["results", "setup", "groups", "metrics"] as const;
export type ExperimentTab = (typeof experimentTabs)[number];
export const levels = ["80", "90", "95", "98", "99"] as const;

export const ExperimentSearch = z.object({
  tab: z.enum(experimentTabs).optional().catch(undefined),
  scale: z.enum(["percent", "absolute"]).optional().catch(undefined),
  control: z.coerce.string().optional().catch(undefined),
  test: z.coerce.string().optional().catch(undefined),
  level: z.coerce.string().pipe(z.enum(levels)).optional().catch(undefined),
  checks: z.boolean().optional().catch(undefined),
});
export type ExperimentSearch = z.infer<typeof ExperimentSearch>;
