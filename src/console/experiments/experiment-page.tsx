import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { query } from "#console/api/query.ts";
import { CopyableId } from "#console/ui/copy.tsx";
import { PageHead } from "#console/ui/page-head.tsx";
import { SkeletonBlock, SkeletonRows } from "#console/ui/skeleton.tsx";
import { Status } from "#console/ui/status.tsx";
import { TabCount, tabClass, Tabs } from "#console/ui/tabs.tsx";
import { formatDate } from "#console/ui/time-format.ts";
import { GroupsTab, MetricsTab, SetupTab } from "./experiment-setup.tsx";
import { experimentTabs, type ExperimentTab } from "./experiment-search.ts";
import { progressOf, statusText, statusTone } from "./experiment-words.ts";
import { ResultsTab } from "./results-tab.tsx";

const route = getRouteApi("/$company/experiments/$id");

const labels: Record<ExperimentTab, string> = {
  results: "Results",
  setup: "Setup",
  groups: "Groups",
  metrics: "Metrics",
};
const day = 86_400_000;

function Running({ experiment }: { experiment: Experiment }) {
  const progress = progressOf(experiment);
  if (!progress) {
    const { startTime, endTime } = experiment;
    if (!startTime) return <span>Not started</span>;
    return (
      <span className="figures">
        <b>{formatDate(startTime)}</b>{" "}
        {endTime ? (
          <>
            to <b>{formatDate(endTime)}</b>
          </>
        ) : (
          "until now"
        )}
      </span>
    );
  }
  const ends =
    experiment.duration && experiment.startTime
      ? experiment.startTime + experiment.duration * day
      : undefined;
  return (
    <span className="figures">
      <b>Day {progress.day}</b>
      {progress.of ? ` of ${progress.of}` : ""}
      {ends ? `, ends ${formatDate(ends)}` : ""}
    </span>
  );
}

function Facts({ experiment }: { experiment: Experiment }) {
  const { company } = route.useParams();
  const { allocation, targetingGateID, owner, creatorName } = experiment;
  return (
    <PageHead
      title={experiment.name}
      state={<Status tone={statusTone(experiment.status)}>{statusText(experiment.status)}</Status>}
      facts={[
        <Running key="days" experiment={experiment} />,
        <span key="groups" className="figures">
          <b>{experiment.groups.length}</b> groups
        </span>,
        <span key="who" className="figures">
          {allocation ?? 100} % of{" "}
          {targetingGateID ? (
            <Link to="/$company/gates/$id" params={{ company, id: targetingGateID }} className="link">
              {targetingGateID}
            </Link>
          ) : (
            "everyone"
          )}
        </span>,
        <span key="owner">
          Owner <b>{owner?.ownerName ?? creatorName ?? "nobody"}</b>
        </span>,
        <CopyableId key="id" id={experiment.id} />,
      ]}
    />
  );
}

function ExperimentTabs({ experiment, tab }: { experiment: Experiment; tab: ExperimentTab }) {
  const counts: Partial<Record<ExperimentTab, number>> = {
    groups: experiment.groups.length,
    metrics: (experiment.primaryMetrics?.length ?? 0) + (experiment.secondaryMetrics?.length ?? 0),
  };
  return (
    <Tabs label="Parts">
      {experimentTabs.map((name) => (
        <Link
          key={name}
          from="/$company/experiments/$id"
          to="/$company/experiments/$id"
          search={(before) => ({ ...before, tab: name === "results" ? undefined : name })}
          replace
          className={tabClass}
          activeOptions={{ exact: true }}
          aria-current={name === tab ? "page" : undefined}
        >
          {labels[name]}
          {counts[name] !== undefined && <TabCount>{counts[name]}</TabCount>}
        </Link>
      ))}
    </Tabs>
  );
}

function LoadedExperiment() {
  const { id } = route.useParams();
  const { tab = "results" } = route.useSearch();
  const experiment = useSuspenseQuery(query("readExperiment", { id })).data.data;
  return (
    <div className="pb-8">
      <Facts experiment={experiment} />
      <ExperimentTabs experiment={experiment} tab={tab} />
      {tab === "results" && (
        <Suspense fallback={<SkeletonRows rows={8} label="Computing the results" />}>
          <ResultsTab experiment={experiment} />
        </Suspense>
      )}
      {tab === "setup" && <SetupTab experiment={experiment} />}
      {tab === "groups" && <GroupsTab experiment={experiment} />}
      {tab === "metrics" && <MetricsTab experiment={experiment} />}
    </div>
  );
}

export function ExperimentPage() {
  const { id } = route.useParams();
  return (
    <Suspense
      fallback={
        <>
          <SkeletonBlock className="mt-5 h-14 w-1/2" label="Loading the experiment" />
          <SkeletonRows rows={8} label="Loading the results" />
        </>
      }
    >
      <LoadedExperiment key={id} />
    </Suspense>
  );
}
