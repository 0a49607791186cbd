// The results tab: the health of an experiment, then its results or a placeholder until they exist.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { DecisionSection } from "#console/features/experiments/results/verdict/decision-section.tsx";
import { withGuardrails } from "#console/features/experiments/results/model/guardrails.ts";
import {
  experimentSince,
  holdbackSince,
  holdbackText,
  sinceOf,
  sinceText,
} from "#console/features/experiments/results/model/since.ts";
import { HealthSection } from "#console/features/experiments/results/verdict/health-section.tsx";
import { summaryQuery } from "#console/features/experiments/results/view-settings/summary-query.ts";
import { query } from "#console/foundation/api/query.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { BeforeResults, waitingFor } from "./before-results.tsx";
import { ComputingResults } from "#console/features/experiments/results/view-settings/computing.tsx";
import type { ExperimentSearch } from "./experiment-search.ts";
import { Results } from "./results.tsx";
import { UnknownGroups } from "./unknown-groups.tsx";

const FollowUps = lazyPart(
  "What follows the decision",
  async () =>
    (await import("#console/features/experiments/follow-ups/follow-ups-section.tsx")).FollowUpsSection,
);
const LoadSection = lazyPart(
  "The loads from the warehouse",
  async () => (await import("#console/features/experiments/loads/load-section.tsx")).LoadSection,
);
const route = getRouteApi("/$company/experiments/$id");

/** Polling interval of a running experiment's results while they are shown, ms. */
const readAgain = 60_000;

/**
 * Reloads health when the results change, or when it was loaded before the first ones, since some checks need
 * them. Returns whether that is pending.
 */
function useHealthAfter({ id, healthChecks }: Experiment, fingerprint: string | undefined): boolean {
  const client = useQueryClient();
  const health = query("readExperiment", { id });
  const { dataUpdatedAt, errorUpdatedAt } = useQuery(health);
  const answeredAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  const [askedAt, setAskedAt] = useState(Infinity);
  const waits = healthChecks?.some(({ status }) => status === "WAITING") ?? false;
  const first = useRef(fingerprint);
  const read = useEffectEvent(async () => {
    const isOther = first.current !== undefined && first.current !== fingerprint;
    first.current = fingerprint;
    if (waits || isOther) await client.invalidateQueries({ queryKey: health.queryKey });
    return answeredAt;
  });
  useEffect(() => {
    if (fingerprint !== undefined) void read().then((at) => setAskedAt((first) => Math.min(first, at)));
  }, [fingerprint]);
  return !waits || answeredAt > askedAt;
}

export function ResultsTab({ experiment }: { experiment: Experiment }) {
  const { control, since, checks = false } = route.useSearch();
  const setSearch = useSetSearch<ExperimentSearch>({ resetScroll: false });
  const navigate = route.useNavigate();
  const { company } = route.useParams();
  const search = { import: true, experiment: experiment.id };
  usePageActions([
    {
      label: "Import exposures from a file",
      onSelect: () => void navigate({ to: "/$company/events", params: { company }, search }),
    },
  ]);
  const isSetup = experiment.status === "setup";
  const isOpen = experiment.status === "active" || experiment.status === "assignment_stopped";
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...summaryQuery(experiment, control, since),
    enabled: !isSetup,
    refetchInterval: isOpen ? readAgain : false,
  });
  const isHealthRead = useHealthAfter(experiment, data?.data.fingerprint);
  const summary = useMemo(() => data && withGuardrails(data.data), [data]);
  const sinceRead = summary && sinceOf(experiment, summary);
  const isHoldback = sinceRead !== undefined && sinceRead === experiment.holdbackStartTime;
  const asRead = useMemo(() => {
    if (sinceRead === undefined) return experiment;
    return isHoldback ? holdbackSince(experiment) : experimentSince(experiment, sinceRead);
  }, [experiment, sinceRead, isHoldback]);
  const waiting = isSetup ? "start" : summary && waitingFor(experiment, summary, dataUpdatedAt);
  // At the end of the page, so that the main results stay in view.
  const followUps =
    experiment.launchedGroupID && !isHoldback ? (
      <Suspense>
        <FollowUps experiment={experiment} now={dataUpdatedAt} />
      </Suspense>
    ) : null;
  const results = (
    <>
      {isHoldback ? null : (
        <>
          <DecisionSection experiment={asRead} summary={summary} now={dataUpdatedAt} />
          {isSetup ? null : (
            <HealthSection
              experiment={experiment}
              isDue={!isHealthRead && !error}
              isOpen={checks}
              setOpen={(isOpen) => setSearch({ checks: isOpen || undefined })}
            />
          )}
        </>
      )}
      <UnknownGroups id={experiment.id} />
      {sinceRead === undefined ? null : (
        <div className="pt-4">
          <Notice
            tone="info"
            title={
              isHoldback ? holdbackText(experiment, sinceRead) : `These results are ${sinceText(sinceRead)}.`
            }
            action={
              <Button onClick={() => setSearch({ since: undefined })}>
                {isHoldback ? "Back to the decision" : "Read the whole time"}
              </Button>
            }
          >
            {isHoldback
              ? "Users had been in the groups before, so that behaviour before the holdback is not taken out."
              : "They met what was served before the change, too. The checks above are those of the whole time."}
          </Notice>
        </div>
      )}
      {summary?.isUnloaded ? (
        followUps
      ) : summary && !isHealthRead ? (
        <ComputingResults id={experiment.id} />
      ) : waiting ? (
        <>
          <BeforeResults
            experiment={experiment}
            waiting={waiting === "exposures" && sinceRead !== undefined ? "exposures since" : waiting}
          />
          {followUps}
        </>
      ) : summary ? (
        <Suspense fallback={<ComputingResults id={experiment.id} />}>
          <Results experiment={asRead} summary={summary} now={dataUpdatedAt}>
            {followUps}
          </Results>
        </Suspense>
      ) : error ? (
        <>
          <div className="max-w-3xl py-5">
            <FailureNotice error={error} title="The results could not be read" retry={() => void refetch()} />
          </div>
          {followUps}
        </>
      ) : (
        <ComputingResults id={experiment.id} />
      )}
    </>
  );
  if (!experiment.assignmentSourceName || isSetup) return results;
  return (
    <Suspense fallback={<div className="h-12" />}>
      <LoadSection experiment={experiment}>{results}</LoadSection>
    </Suspense>
  );
}
