import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import { isFirstFailure, query } from "#console/foundation/api/query.ts";
import { GroupsTab } from "#console/features/experiments/setup/groups-tab.tsx";
import { MetricsTab } from "#console/features/experiments/setup/metrics-tab.tsx";
import { SetupTab } from "#console/features/experiments/setup/setup-tab.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { LoadingHead, Outline } from "#console/foundation/ui/loading-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { TabLinks } from "#console/foundation/ui/tabs.tsx";
import { ComputingResults } from "#console/features/experiments/results/view-settings/computing.tsx";
import { ExperimentActions } from "#console/features/experiments/lifecycle/experiment-actions.tsx";
import { ExperimentFacts } from "./experiment-facts.tsx";
import type { ExperimentTab } from "./experiment-search.ts";
import { RampLine } from "./ramp-line.tsx";
import { ResultsTab } from "./results-tab.tsx";

const route = getRouteApi("/$company/experiments/$id");

const PlanTab = lazyPart(
  "The plan",
  async () => (await import("#console/features/experiments/plan/form/plan-tab.tsx")).PlanTab,
);

const labels: Record<ExperimentTab, string> = {
  results: "Results",
  plan: "Plan",
  setup: "Setup",
  groups: "Groups",
  metrics: "Metrics",
  overrides: "Overrides",
  try: "Try a user",
  history: "History",
};
/** Before the start the plan form covers everything that the separate setup tabs of a running experiment show. */
const setupLabels = {
  plan: labels.plan,
  results: labels.results,
  overrides: labels.overrides,
  try: labels.try,
  history: labels.history,
};

const isPlanned = (tab: ExperimentTab) => ["plan", "setup", "groups", "metrics"].includes(tab);

// One lazy module for both tabs, so that the first load references one file fewer.
const UsersTab = lazyPart(
  "The tab",
  async () => (await import("#console/features/experiments/overrides/users-tab.tsx")).UsersTab,
);

function LoadedExperiment({ id }: { id: string }) {
  const { tab: asked, draft } = route.useSearch();
  const { company } = route.useParams();
  // The response includes health, which needs results, so it may take as long as computing them.
  const { data, dataUpdatedAt } = useQuery({
    ...query("readExperiment", { id }),
    throwOnError: isFirstFailure,
  });
  if (!data)
    return (
      <>
        <LoadingHead label="Loading the experiment" />
        <Outline>
          <TabLinks
            labels={labels}
            current={asked ?? "results"}
            counts={{ groups: undefined, metrics: undefined, history: undefined }}
          />
        </Outline>
        {(asked ?? "results") === "results" ? (
          <ComputingResults id={id} />
        ) : (
          <SkeletonRows rows={8} label="Loading the experiment" />
        )}
      </>
    );
  const experiment = data.data;
  const isInSetup = experiment.status === "setup";
  const wanted = asked ?? (isInSetup ? "plan" : "results");
  const tab = isInSetup && isPlanned(wanted) ? "plan" : wanted;
  const head = (
    <>
      <ExperimentFacts experiment={experiment} now={dataUpdatedAt} />
      <ExperimentActions experiment={experiment} now={dataUpdatedAt} />
      <TabLinks
        labels={isInSetup ? setupLabels : labels}
        current={tab}
        counts={{
          ...(isInSetup
            ? {}
            : {
                groups: experiment.groups.length,
                metrics:
                  (experiment.primaryMetrics?.length ?? 0) + (experiment.secondaryMetrics?.length ?? 0),
              }),
          history: experiment.version ?? undefined,
        }}
      />
      <RampLine experiment={experiment} />
    </>
  );
  if (tab === "plan" || tab === "history")
    return (
      <Suspense
        fallback={
          <>
            {head}
            <SkeletonRows rows={8} label="Loading the plan" />
          </>
        }
      >
        <PlanTab experiment={experiment} tab={tab} company={company} draft={draft} head={head} />
      </Suspense>
    );
  return (
    <div className="pb-8">
      {head}
      {tab === "results" && <ResultsTab experiment={experiment} />}
      {tab === "setup" && <SetupTab experiment={experiment} company={company} />}
      {tab === "groups" && <GroupsTab experiment={experiment} />}
      {tab === "metrics" && <MetricsTab experiment={experiment} company={company} />}
      <Suspense fallback={<SkeletonRows rows={8} label="Loading the tab" />}>
        {tab === "overrides" || tab === "try" ? (
          <UsersTab tab={tab} experiment={experiment} company={company} />
        ) : null}
      </Suspense>
    </div>
  );
}

export function ExperimentPage() {
  const { id } = route.useParams();
  return <LoadedExperiment key={id} id={id} />;
}
