// The results of an experiment: health first, then what the data say, then how to look at them, then the numbers.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { memo, Suspense, useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { query } from "#console/foundation/api/query.ts";
import { Controls } from "#console/features/experiments/results/view-settings/controls.tsx";
import { summaryAt } from "#console/features/experiments/results/view-settings/summary-at-level.ts";
import type {
  ViewSettings,
  SetSearch,
} from "#console/features/experiments/results/view-settings/view-settings.ts";
import { type Scale, unitNoun } from "#console/features/experiments/results/model/format-result.ts";
import { verdictOf } from "#console/features/experiments/results/model/verdict.ts";
import type { ScorecardProps } from "#console/features/experiments/results/scorecard/scorecard.tsx";
import { ExportMenu } from "#console/features/experiments/export/export-menu.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { SkeletonBlock, SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { HealthSection } from "#console/features/experiments/results/verdict/health-section.tsx";
import { VerdictSection } from "#console/features/experiments/results/verdict/verdict-section.tsx";
import { BeforeResults, waitingFor } from "./before-results.tsx";
import { ComputingResults, FailedResults } from "./computing-results.tsx";
import { summaryQuery } from "./summary-query.ts";

const route = getRouteApi("/$company/experiments/$id");
const Scorecard = lazyPart(
  "The numbers",
  async () => (await import("#console/features/experiments/results/scorecard/scorecard.tsx")).Scorecard,
);
const ReportNotice = lazyPart(
  "What the report says",
  async () => (await import("#console/features/experiments/export/report/report-notice.tsx")).ReportNotice,
);
const AfterScorecard = lazyPart(
  "Whether it holds",
  async () =>
    (await import("#console/features/experiments/results/verdict/after-scorecard.tsx")).AfterScorecard,
);
const ExplanationDetail = lazyPart(
  "The explanation",
  async () =>
    (await import("#console/features/experiments/results/verdict/explanation-detail.tsx")).ExplanationDetail,
);
const OverTime = lazyPart(
  "The charts",
  async () => (await import("#console/features/experiments/results/time-series/over-time.tsx")).OverTime,
);

export function ResultsTab({ experiment }: { experiment: Experiment }) {
  const { control, checks = false } = route.useSearch();
  const navigate = route.useNavigate();
  const isSetup = experiment.status === "setup";
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...summaryQuery(experiment, control),
    enabled: !isSetup,
  });
  useHealthAfter(experiment, data?.data.fingerprint);
  if (isSetup) return <BeforeResults experiment={experiment} waiting="start" />;
  const health = (
    <HealthSection
      experiment={experiment}
      isOpen={checks}
      setOpen={(isOpen) =>
        void navigate({
          search: (before) => ({ ...before, checks: isOpen || undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
  if (!data)
    return (
      <>
        {health}
        {error ? (
          <FailedResults error={error} retry={() => void refetch()} />
        ) : (
          <ComputingResults id={experiment.id} />
        )}
      </>
    );
  const summary = data.data;
  const waiting = waitingFor(experiment, summary, dataUpdatedAt);
  return (
    <>
      {health}
      {waiting ? (
        <BeforeResults experiment={experiment} waiting={waiting} />
      ) : (
        <Results experiment={experiment} summary={summary} now={dataUpdatedAt} />
      )}
    </>
  );
}

/** Health that was read before the results were there is read again with them: some checks need their sums. */
function useHealthAfter({ id, healthChecks = [] }: Experiment, fingerprint: string | undefined) {
  const client = useQueryClient();
  const waits = healthChecks?.some(({ status }) => status === "WAITING") ?? false;
  const read = useEffectEvent(() => {
    if (waits) void client.invalidateQueries({ queryKey: query("readExperiment", { id }).queryKey });
  });
  useEffect(() => {
    if (fingerprint !== undefined) read();
  }, [fingerprint]);
}

interface ResultsProps {
  experiment: Experiment;
  summary: SummaryCharts;
  /** When the results were read, ms. */
  now: number;
}

function Results({ experiment, summary, now }: ResultsProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const setSearch: SetSearch = useCallback(
    (part) =>
      void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false }),
    [navigate],
  );
  // The controls answer at once; hundreds of rows may follow a moment later.
  const shown = useDeferredValue(search);
  const { level, decide } = shown;
  const read = useMemo(
    () => summaryAt(summary, experiment, { level, decide }),
    [summary, experiment, level, decide],
  );
  const verdict = useMemo(() => verdictOf({ experiment, summary, now }), [experiment, summary, now]);
  const isSequential = summary.sections.some(({ charts }) =>
    charts.some(({ sequentialTesting }) => sequentialTesting),
  );
  return (
    <>
      <ExportMenu
        experiment={experiment}
        summary={summary}
        read={read}
        verdict={verdict}
        scale={search.scale ?? "percent"}
      />
      {search.packet === undefined ? null : (
        <Suspense fallback={null}>
          <ReportNotice
            experiment={experiment}
            summary={summary}
            text={search.packet}
            close={() => setSearch({ packet: undefined })}
          />
        </Suspense>
      )}
      <Judged verdict={verdict} />
      <Controls experiment={experiment} search={search} setSearch={setSearch} isSequential={isSequential} />
      <Suspense fallback={<SkeletonRows rows={8} label="Drawing the results" />}>
        <div className={verdict.kind === "refused" ? withoutJudgement : undefined}>
          <Numbers experiment={experiment} read={read} search={shown} setSearch={setSearch} />
        </div>
        {verdict.kind === "judged" ? (
          <Holding
            experiment={experiment}
            summary={summary}
            read={read}
            scale={shown.scale ?? "percent"}
            level={level}
            strip={shown.strip ?? shown.mark}
            setSearch={setSearch}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Where the verdict is refused, no colour below it gives one: the words and shapes of the results stay. */
const withoutJudgement =
  "[--negative-mark:var(--neutral-mark)] [--negative:var(--text-muted)] [--positive-mark:var(--neutral-mark)] [--positive:var(--text-muted)]";

const Judged = memo(VerdictSection);

interface NumbersProps {
  experiment: Experiment;
  read: SummaryCharts;
  search: ViewSettings;
  setSearch: SetSearch;
}

/** The scorecard with what can be opened under its rows. */
const Numbers = memo(function Numbers({ experiment, read, search, setSearch }: NumbersProps) {
  const { scale = "percent", level, question } = search;
  const renderDetail: ScorecardProps["renderDetail"] = useCallback(
    (row, detail) => (
      <Suspense fallback={<SkeletonBlock className="h-48" label="Loading the details" />}>
        {detail === "time" ? (
          <OverTime
            experiment={experiment}
            metric={row.metric}
            control={row.control}
            group={row.group}
            scale={scale}
            alpha={row.alpha}
            isSequential={row.whiskerDelta !== undefined}
            result={row.result}
            noun={unitNoun(experiment.idType)}
          />
        ) : (
          <ExplanationDetail
            experiment={experiment}
            row={row}
            scale={scale}
            alpha={row.alpha}
            noun={unitNoun(experiment.idType)}
            level={level}
            question={question}
            ask={(asked) => setSearch({ question: asked })}
          />
        )}
      </Suspense>
    ),
    [experiment, scale, level, question, setSearch],
  );
  return (
    <Scorecard
      experiment={experiment}
      summary={read}
      search={search}
      setSearch={setSearch}
      renderDetail={renderDetail}
    />
  );
});

interface HoldingProps {
  experiment: Experiment;
  summary: SummaryCharts;
  /** As the page reads it. */
  read: SummaryCharts;
  scale: Scale;
  level: number | undefined;
  strip: string | undefined;
  setSearch: SetSearch;
}

const Holding = memo(function Holding({ setSearch, ...props }: HoldingProps) {
  return <AfterScorecard {...props} choose={(strip) => setSearch({ strip })} />;
});
