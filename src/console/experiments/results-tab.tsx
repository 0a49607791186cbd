// The results of an experiment: health first, then what the data say, then how to look at them, then the numbers.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { Controls } from "#console/reading/controls.tsx";
import { summaryAt } from "#console/reading/read-at.ts";
import type { SetSearch } from "#console/reading/reading-search.ts";
import { SkeletonRows } from "#console/ui/skeleton.tsx";
import { BeforeResults, waitingFor } from "./before-results.tsx";
import { ComputingResults } from "./computing-results.tsx";
import { HealthLine } from "./health-line.tsx";
import { summaryQuery } from "./summary-query.ts";

const route = getRouteApi("/$company/experiments/$id");
const Scorecard = lazy(async () => ({
  default: (await import("#console/scorecard/scorecard.tsx")).Scorecard,
}));

export function ResultsTab({ experiment }: { experiment: Experiment }) {
  const { control } = route.useSearch();
  const isSetup = experiment.status === "setup";
  const { data, dataUpdatedAt } = useQuery({
    ...summaryQuery(experiment, control),
    enabled: !isSetup,
    throwOnError: (_, { state }) => state.data === undefined,
  });
  if (isSetup) return <BeforeResults experiment={experiment} waiting="start" />;
  if (!data) return <ComputingResults id={experiment.id} />;
  const summary = data.data;
  const waiting = waitingFor(experiment, summary, dataUpdatedAt);
  return (
    <>
      <HealthLine experiment={experiment} />
      {waiting ? <BeforeResults experiment={experiment} waiting={waiting} /> : null}
      {waiting && waiting !== "first day" ? null : <Results experiment={experiment} summary={summary} />}
    </>
  );
}

function Results({ experiment, summary }: { experiment: Experiment; summary: SummaryCharts }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const setSearch: SetSearch = (part) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false });
  const { level, decide } = search;
  const read = useMemo(
    () => summaryAt(summary, experiment, { level, decide }),
    [summary, experiment, level, decide],
  );
  const isSequential = summary.sections.some(({ charts }) =>
    charts.some(({ sequentialTesting }) => sequentialTesting),
  );
  return (
    <>
      <Controls experiment={experiment} search={search} setSearch={setSearch} isSequential={isSequential} />
      <Suspense fallback={<SkeletonRows rows={8} label="Drawing the results" />}>
        <Scorecard
          experiment={experiment}
          summary={read}
          search={search}
          setSearch={setSearch}
          renderDetail={() => null}
        />
      </Suspense>
    </>
  );
}
