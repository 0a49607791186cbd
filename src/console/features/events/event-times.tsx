// The events of one name in the last 30 days as a chart.
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { queryPage } from "#console/foundation/api/query.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { instantFormat } from "#console/foundation/ui/instant-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import type { EventsFilter } from "#console/features/events/values/values-panel.tsx";

const Histogram = lazyPart(
  "The chart",
  async () => (await import("#console/foundation/charts/histogram.tsx")).Histogram,
);

/** As high as what comes. */
const outline = <SkeletonBlock className="h-28" label="Drawing the times" />;
const caption = "Events of the last 30 days";

export function EventTimes({ filter }: { filter: EventsFilter }) {
  const { data, error, refetch } = useQuery(
    queryPage("readEventCounts", { ...filter, from: "-30d", bins: 60 }),
  );
  if (!data && error)
    return <FailureNotice error={error} title="The times could not be read" retry={() => void refetch()} />;
  if (!data) return outline;
  const { times, series, width } = data.data;
  const bars = times.map((start, index) => ({ start, count: series[0]?.counts[index] ?? 0 }));
  const total = series[0]?.total ?? 0;
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || total === 0)
    return <p className="flex h-28 items-center text-text-muted">None in the last 30 days.</p>;
  const format = instantFormat(last.start - first.start, width);
  const busiest = bars.reduce((most, bar) => (bar.count > most.count ? bar : most), first);
  return (
    <Suspense fallback={outline}>
      <Histogram
        label={caption}
        summary={`${plural(total, "event")} in the last 30 days; most of them, ${formatCount(busiest.count)}, from ${format(busiest.start)}.`}
        bars={bars}
        format={format}
      />
    </Suspense>
  );
}
