// The recent values of a metric: by day, and their distribution over its units.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Metric } from "#contract/metric.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";

const route = getRouteApi("/$company/metrics/$id");

const DaysFigure = lazyPart(
  "The chart of days",
  async () => (await import("#console/features/metrics/values/days-figure.tsx")).DaysFigure,
);
const spread = () => import("#console/features/metrics/values/spread-figure.tsx");
const SpreadFigure = lazyPart("The chart of units", async () => (await spread()).SpreadFigure);
const Percentiles = lazyPart("The percentiles", async () => (await spread()).Percentiles);

const spans = ["7", "30", "90"] as const;
type Span = (typeof spans)[number];

/** Skeletons as high as the loaded content, to avoid a layout shift. */
const daysOutline = (label: string) => <SkeletonBlock className="mb-4 h-68 max-tablet:h-72" label={label} />;
const spreadOutline = (label: string) => (
  <SkeletonBlock className="mb-6 h-73 max-tablet:h-100" label={label} />
);

function Days({ metric: { id, type }, days }: { metric: Metric; days: number }) {
  const { data, error, refetch } = useQuery(queryPage("readMetricDays", { id, days }));
  if (!data && error)
    return <FailureNotice error={error} title="The days could not be read" retry={() => void refetch()} />;
  if (!data) return daysOutline("Computing the days");
  return (
    <Suspense fallback={daysOutline("Drawing the days")}>
      <DaysFigure title="Value" type={type} days={data.data.days} />
    </Suspense>
  );
}

function Spread({ metric: { id }, days }: { metric: Metric; days: number }) {
  const { data, error, refetch } = useQuery(queryPage("readMetricDistribution", { id, days }));
  if (!data && error)
    return <FailureNotice error={error} title="The units could not be read" retry={() => void refetch()} />;
  if (!data) return spreadOutline("Computing the units");
  if (data.data.units === 0)
    return (
      // As high as the chart, to avoid a layout shift.
      <p className="mb-6 grid h-73 place-items-center border-y border-border text-text-muted max-tablet:h-100">
        No unit has events of it in these days.
      </p>
    );
  return (
    <Suspense fallback={spreadOutline("Drawing the units")}>
      {data.data.bins.length > 1 ? <SpreadFigure distribution={data.data} /> : null}
      <Percentiles distribution={data.data} />
    </Suspense>
  );
}

/** Shown only for metrics of a type that is computed here. */
export function ValuesSection({ metric }: { metric: Metric }) {
  const { days = 30 } = route.useSearch();
  const setSearch = useSetSearch<{ days: number | undefined }>({ resetScroll: false });
  const value: Span = days === 7 ? "7" : days === 90 ? "90" : "30";
  return (
    <>
      <section aria-label="By day">
        <SectionHead
          title="By day"
          note="Of all units that log."
          action={
            <Segment
              label="Days"
              value={value}
              onChange={(next) => setSearch({ days: next === "30" ? undefined : Number(next) })}
              options={spans.map((span) => ({ value: span, label: `${span} days` }))}
            />
          }
        />
        <Days metric={metric} days={Number(value)} />
      </section>
      <section aria-label="By unit" className="mt-4">
        <SectionHead title="By unit" note={`How the values of units are spread over ${value} days.`} />
        <Spread metric={metric} days={Number(value)} />
      </section>
    </>
  );
}
