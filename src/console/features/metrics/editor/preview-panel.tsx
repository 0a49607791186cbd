// Previews the drafted metric over the last 30 days. Typing is debounced, and an outdated request is aborted.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import type { MetricPreview } from "#contract/metric-values.ts";
import { call, type Input } from "#console/foundation/api/call.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { formatCount, percentSign } from "#console/foundation/ui/wording.ts";
import { valueText } from "#console/features/metrics/metric-words.ts";
import { SqlText } from "#console/features/metrics/sql-text.tsx";
import { wholeOr } from "#console/features/metrics/values/day-words.ts";
import { sentenceOfDraft } from "./merge-metrics.ts";
import { checkedType, definitionOf } from "./metric-body.ts";
import type { MetricDraft } from "./metric-draft.ts";

const DaysFigure = lazyPart(
  "The chart",
  async () => (await import("#console/features/metrics/values/days-figure.tsx")).DaysFigure,
);

/** Debounce delay, ms. */
const pause = 500;

/** Debounces the text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Parses the request body, which is kept as text so that it can be debounced by value. */
const bodyIn = (text: string) => JSON.parse(text) as Input<"previewMetric">["body"];

function usePreview(draft: MetricDraft, isWhole: boolean) {
  const [unitType] = draft.unitTypes;
  const text = JSON.stringify({
    type: checkedType(draft.type),
    ...definitionOf(draft),
    ...(unitType && { unitType }),
  });
  const settled = useSettled(text);
  const read = useQuery({
    queryKey: ["previewMetric", settled],
    queryFn: ({ signal }) => call("previewMetric", { body: bodyIn(settled) }, { signal }),
    enabled: isWhole && settled === text,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return { ...read, isBehind: settled !== text || read.isPlaceholderData || read.isFetching };
}

interface FactProps {
  label: string;
  value: string;
}

const Fact = ({ label, value }: FactProps) => (
  <div className="flex items-baseline justify-between gap-3 border-b border-border py-1.5">
    <dt className="text-text-muted">{label}</dt>
    {/* The key remounts the element when its value changes, which avoids a counted layout shift. */}
    <dd key={value} className="figures flex-1 text-right font-medium">
      {value}
    </dd>
  </div>
);

function Headline({ preview: { units, need } }: { preview: MetricPreview }) {
  const days = 30;
  if (need.units === null)
    return <p className="text-15">Nothing could be found with it: its values do not differ yet.</p>;
  return (
    <p className="text-15">
      A change of <b className="font-strong">{`${need.change}${percentSign}`}</b> takes{" "}
      <b className="figures font-strong">{formatCount(Math.ceil(need.units))}</b> units.
      <span className="block text-text-muted">{`In ${days} days ${formatCount(units)} took part.`}</span>
    </p>
  );
}

function Found({ preview, type }: { preview: MetricPreview; type: string }) {
  const { mean, variance, units, unitsWithEvents, events, days, distribution } = preview;
  const { cap } = distribution;
  return (
    <>
      <Headline preview={preview} />
      <Suspense fallback={<SkeletonBlock className="h-68" label="Drawing the days" />}>
        <DaysFigure title="Value" type={type} days={days} />
      </Suspense>
      <dl aria-label="Found in the last 30 days" className="border-t border-border">
        <Fact label="Mean of a unit" value={mean === null ? "–" : valueText(mean, type)} />
        <Fact label="Variance" value={variance === null ? "–" : formatNumber(variance)} />
        <Fact label="Units that take part" value={formatCount(units)} />
        <Fact label="Units with events" value={formatCount(unitsWithEvents)} />
        <Fact label="Events" value={formatCount(events)} />
        {cap === null ? null : <Fact label="Capped at" value={wholeOr(cap)} />}
      </dl>
      <SqlText sql={preview.sql} />
    </>
  );
}

interface PreviewPanelProps {
  draft: MetricDraft;
  /** Problems that prevent the preview. */
  problems: readonly Problem[];
}

export function PreviewPanel({ draft, problems }: PreviewPanelProps) {
  const isWhole = problems.length === 0;
  const { data, error, isBehind, refetch } = usePreview(draft, isWhole);
  const preview = isWhole ? data?.data : undefined;
  return (
    <aside
      aria-label="Preview"
      aria-busy={isWhole && isBehind}
      className="min-w-0 border-border pb-8 max-desk:border-t desk:border-l desk:pl-6"
    >
      <SectionHead
        title="Last 30 days"
        note={isWhole && isBehind ? "Computing …" : "Nothing is stored yet."}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p>{sentenceOfDraft(draft)}</p>
        {!isWhole ? (
          <p className="text-text-muted">
            {problems[0]?.errorMessage}, and what it would have been stands here.
          </p>
        ) : preview ? (
          preview.events > 0 ? (
            <Found preview={preview} type={draft.type} />
          ) : (
            <p className="text-warning">
              No event of the last 30 days fits it. Look at its names and filters.
            </p>
          )
        ) : error ? (
          <FailureNotice
            error={error}
            title="The preview could not be computed"
            retry={() => void refetch()}
          />
        ) : (
          <SkeletonBlock className="h-68" label="Computing the preview" />
        )}
      </div>
    </aside>
  );
}
