// The results: the verdict, then the view settings, the scorecard, and the robustness of the conclusions.
import { getRouteApi } from "@tanstack/react-router";
import { memo, Suspense, useCallback, useDeferredValue, useMemo, type ReactNode } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { ExportMenu } from "#console/features/experiments/export/export-menu.tsx";
import { exports } from "#console/features/experiments/export/exports.ts";
import { removedText } from "#console/features/experiments/results/model/since.ts";
import { verdictOf } from "#console/features/experiments/results/model/verdict.ts";
import type { ScorecardProps } from "#console/features/experiments/results/scorecard/scorecard.tsx";
import { OverTimePlace } from "#console/features/experiments/results/time-series/over-time-place.tsx";
import { VerdictSection } from "#console/features/experiments/results/verdict/verdict-section.tsx";
import { Controls } from "#console/features/experiments/results/view-settings/controls.tsx";
import { summaryAt } from "#console/features/experiments/results/view-settings/summary-at-level.ts";
import type { ViewSettings } from "#console/features/experiments/results/view-settings/view-settings.ts";
import { ComputedAtEnd, ComputedInBar } from "./computed-at.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { SkeletonBlock, SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";

const route = getRouteApi("/$company/experiments/$id");
const Scorecard = lazyPart(
  "The numbers",
  async () => (await import("#console/features/experiments/results/scorecard/scorecard.tsx")).Scorecard,
);
const ReportNotice = lazyPart(
  "The changes since the report",
  async () => (await import("#console/features/experiments/export/report/report-notice.tsx")).ReportNotice,
);
const AfterScorecard = memo(
  lazyPart(
    "The robustness of the conclusions",
    async () =>
      (await import("#console/features/experiments/results/verdict/after-scorecard.tsx")).AfterScorecard,
  ),
);
const SlicesSection = memo(
  lazyPart(
    "The slices",
    async () =>
      (await import("#console/features/experiments/results/scorecard/slices-section.tsx")).SlicesSection,
  ),
);
const ExplanationDetail = lazyPart(
  "The explanation",
  async () =>
    (await import("#console/features/experiments/results/verdict/explanation-detail.tsx")).ExplanationDetail,
);
const Verdict = memo(VerdictSection);

/** If the verdict is refused, result colours are neutralized; the words and shapes of the results stay. */
const withoutJudgement =
  "[--color-negative-mark:var(--color-neutral-mark)] [--color-negative:var(--color-text-muted)] [--color-positive-mark:var(--color-neutral-mark)] [--color-positive:var(--color-text-muted)]";

interface ResultsProps {
  experiment: Experiment;
  summary: SummaryCharts;
  /** Time at which the results were read, ms. */
  now: number;
  /** Content below the results. */
  children?: ReactNode;
}

export function Results({ experiment, summary, now, children }: ResultsProps) {
  const search = route.useSearch();
  const setSearch = useSetSearch<ViewSettings>({ resetScroll: false });
  // Deferred, so that controls respond at once while hundreds of rows re-render later.
  const shown = useDeferredValue(search);
  const { scale = "percent", level, decide, strip, mark } = shown;
  const read = useMemo(
    () => summaryAt(summary, experiment, { level, decide }),
    [summary, experiment, level, decide],
  );
  const verdict = useMemo(() => verdictOf(experiment, summary, now), [experiment, summary, now]);
  const removed = summary.eventsRemovedBefore;
  const tone = verdict.kind === "refused" ? withoutJudgement : undefined;
  const isSequential = summary.sections.some(({ charts }) =>
    charts.some(({ sequentialTesting }) => sequentialTesting),
  );
  return (
    <>
      <ComputedInBar time={summary.computedTime} now={now} />
      <ExportMenu
        exports={exports}
        exported={() => ({
          experiment,
          summary,
          read,
          verdict,
          scale: search.scale ?? "percent",
          link: location.href,
        })}
      />
      {search.packet === undefined ? null : (
        <ReportNotice
          experiment={experiment}
          summary={summary}
          text={search.packet}
          close={() => setSearch({ packet: undefined })}
        />
      )}
      {removed === undefined ? null : (
        <Notice tone="warning" title={`${removedText(removed)}, so the metrics count later ones alone.`}>
          Units that were exposed before count with what they did since. All groups miss the same time.
        </Notice>
      )}
      <Verdict experiment={experiment} summary={summary} verdict={verdict} now={now} />
      <Controls experiment={experiment} search={search} setSearch={setSearch} isSequential={isSequential} />
      <Suspense fallback={<SkeletonRows rows={8} label="Drawing the results" />}>
        <div className={tone}>
          <Numbers experiment={experiment} summary={read} search={shown} setSearch={setSearch} />
        </div>
        <SlicesSection experiment={experiment} summary={read} scale={scale} />
        {verdict.kind === "judged" ? (
          <AfterScorecard
            experiment={experiment}
            summary={summary}
            read={read}
            scale={scale}
            level={level}
            strip={strip}
            mark={mark}
            setSearch={setSearch}
          />
        ) : null}
        <div className={tone}>
          <OverTimePlace experiment={experiment} summary={read} search={shown} setSearch={setSearch} />
        </div>
        {children}
        <ComputedAtEnd time={summary.computedTime} now={now} />
      </Suspense>
    </>
  );
}

/** The scorecard with the expandable details of its rows. */
const Numbers = memo(function Numbers(props: Omit<ScorecardProps, "renderDetail">) {
  const { experiment, search, setSearch } = props;
  const { level, question } = search;
  const renderDetail: ScorecardProps["renderDetail"] = useCallback(
    (row) => (
      <Suspense fallback={<SkeletonBlock className="h-48" label="Loading the details" />}>
        <ExplanationDetail
          experiment={experiment}
          row={row}
          level={level}
          question={question}
          choose={(next) => setSearch({ question: next })}
        />
      </Suspense>
    ),
    [experiment, level, question, setSearch],
  );
  return <Scorecard {...props} renderDetail={renderDetail} />;
});
