// The tabs of an experiment that deal with individual users.
import type { Experiment } from "#contract/experiment.ts";
import { OverridesTab } from "./overrides-tab.tsx";
import { TryUserTab } from "./try-user-tab.tsx";

interface UsersTabProps {
  tab: "overrides" | "try";
  experiment: Experiment;
  company: string;
}

export const UsersTab = ({ tab, experiment, company }: UsersTabProps) =>
  tab === "try" ? (
    <TryUserTab experiment={experiment} />
  ) : (
    <OverridesTab experiment={experiment} company={company} />
  );
