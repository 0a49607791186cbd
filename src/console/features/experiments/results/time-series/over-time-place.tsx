// Lazy wrapper of the over-time section at the end of the page: loads code and data once the reader scrolls near.
import { memo, startTransition, Suspense, useEffect, useMemo, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import {
  comparisonRows,
  markOf,
  type ScoreRow,
} from "#console/features/experiments/results/model/comparison-rows.ts";
import { readingOf } from "#console/features/experiments/results/model/reading.ts";
import {
  overTimeSectionID,
  type SetSearch,
  type ViewSettings,
} from "#console/features/experiments/results/view-settings/view-settings.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { Picker } from "#console/foundation/forms/select.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { useNear } from "#console/foundation/ui/use-near.ts";
import { ChartOutline } from "./chart-outline.tsx";

const OverTime = lazyPart("The charts", async () => (await import("./over-time.tsx")).OverTime);

const soFar = "soFar";
const figures = [
  { value: soFar, label: "So far" },
  { value: "exposure", label: "Since exposure" },
  { value: "shares", label: "Shares per day" },
] as const;

/** Number of other metrics offered here; the rest can be opened from their row. */
const offeredFirst = 30;

interface OverTimePlaceProps {
  experiment: Experiment;
  /** The summary under the current view settings. */
  summary: SummaryCharts;
  search: Pick<ViewSettings, "time" | "figure" | "scale" | "since">;
  setSearch: SetSearch;
}

/**
 * Returns the comparison named in the address, else the lead result. Once seen it stays, even if the lead
 * result loads later.
 */
function useShown(
  { experiment, summary, search: { time, scale = "percent" } }: OverTimePlaceProps,
  isInView: boolean,
) {
  const [seen, setSeen] = useState<string>();
  const rows = useMemo(() => comparisonRows(experiment, summary), [experiment, summary]);
  const { leadResult } = experiment;
  const lead = leadResult && markOf(leadResult, leadResult.test);
  const marked = (wanted: string | null | undefined) => rows.find(({ mark }) => mark === wanted);
  const found = marked(time) ?? marked(seen) ?? marked(lead) ?? rows[0];
  if (isInView && time === undefined && found && seen === undefined) setSeen(found.mark);
  const row: ScoreRow | undefined = found && { ...readingOf(found.metric, scale), ...found };
  return { rows, row };
}

/**
 * Returns the value one transition later, so that the dependent content renders separately and neither blocks
 * the page for long.
 */
function useFollowing<T>(value: T): T {
  const [following, follow] = useState(value);
  useEffect(() => startTransition(() => follow(() => value)), [value]);
  return following;
}

export function OverTimePlace({ search, ...props }: OverTimePlaceProps) {
  return <Place {...props} search={useFollowing(search)} />;
}

const Place = memo(function Place(props: OverTimePlaceProps) {
  const { experiment, search, setSearch } = props;
  const { element, isNear } = useNear<HTMLElement>();
  /** Also loaded if the address names a comparison. */
  const isWanted = isNear || search.time !== undefined;
  const { rows, row } = useShown(props, isWanted);
  const groups = useMemo(() => [...new Set(rows.map(({ group }) => group))], [rows]);
  const metrics = useMemo(
    () => [...new Map(rows.map(({ metric }) => [metric.metricID, metric.metricName]))],
    [rows],
  );
  if (!row) return null;
  const { metric, group } = row;
  const offered = metrics.filter(([id], index) => index < offeredFirst || id === metric.metricID);
  return (
    <section
      ref={element}
      id={overTimeSectionID}
      tabIndex={-1}
      aria-label="Over time"
      className={`min-h-140 tablet:min-h-99 scroll-mt-16 border-t border-border pt-2 pb-4 ${isWanted ? "" : "print:hidden"}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-1">
        <SectionHead title="Over time" />
        <Segment
          label="Chart"
          value={search.figure ?? soFar}
          onChange={(figure) => setSearch({ figure: figure === soFar ? undefined : figure })}
          options={figures}
        />
        <div className="flex min-w-0 gap-2 max-tablet:basis-full max-tablet:*:min-w-0 max-tablet:*:flex-1 tablet:ml-auto">
          <Picker
            label="Metric"
            value={metric.metricID}
            options={offered.map(([value, label]) => ({ value, label }))}
            onChange={(metricID) => setSearch({ time: markOf({ metricID }, group) })}
          />
          {groups.length > 1 ? (
            <Picker
              label="Treatment"
              value={group}
              options={groups.map((value) => ({ value, label: value }))}
              onChange={(value) => setSearch({ time: markOf(metric, value) })}
            />
          ) : null}
        </div>
      </div>
      {offered.length < metrics.length ? (
        <p className="pb-1 text-12 text-text-muted">
          {offered.length} of {metrics.length} metrics; every other one is drawn from its row, by “Over time”.
        </p>
      ) : null}
      {isWanted ? (
        <Suspense fallback={<ChartOutline label="Loading the charts" />}>
          <OverTime experiment={experiment} row={row} figure={search.figure} since={search.since} />
        </Suspense>
      ) : null}
    </section>
  );
});
