// The chart of a filter's events over time: events or units, optionally split by a field and compared with the previous period;
// dragging selects a time.
import { Suspense, useMemo } from "react";
import type { EventCounts } from "#contract/event-answers.ts";
import { NumbersTable } from "#console/foundation/charts/numbers-table.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { instantFormat } from "#console/foundation/ui/instant-format.ts";
import { formatShortDate } from "#console/foundation/ui/time-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import type { TimeSpan } from "#console/features/events/sentence/question.ts";
import type { EventsFilter } from "#console/features/events/values/values-panel.tsx";
import { ChangeStrip } from "./change-strip.tsx";
import {
  changesText,
  dayTicks,
  highest,
  mainChange,
  marksByBin,
  markText,
  seriesName,
  spanOfTime,
  timesOf,
} from "./chart-model.ts";
import { ChartHead } from "./chart-head.tsx";
import { DayLines } from "./day-lines.tsx";
import { ScaleLines } from "./scale-lines.tsx";
import { marginsOf, SeriesRow } from "./series-row.tsx";
import { TimeBrush } from "./time-brush.tsx";
import { useChangeMarks } from "./use-change-marks.ts";
import { useEventCounts } from "./use-event-counts.ts";

const SeriesBars = lazyPart("The chart", async () => (await import("./series-bars.tsx")).SeriesBars);

export interface ChartView {
  /** A field in filter syntax. */
  split?: string | undefined;
  measure?: "events" | "units" | undefined;
  /** Compare with the previous period of the same length. */
  compare?: boolean | undefined;
}

interface EventChartProps {
  filter: EventsFilter;
  view: ChartView;
  /** The view whose height is reserved. */
  place: ChartView;
  /** The time whose events are listed. */
  chosen: TimeSpan | undefined;
  /** Undefined clears the selection. */
  onChoose: (time: TimeSpan | undefined) => void;
}

/**
 * Heights of the plots by the number of series: the plot of all events, of a part, and of the last part, which has the axis
 * below. With fewer series the total height is the same as with many, so that it is known before they are loaded.
 */
const heights: Readonly<Record<number, readonly [string, string, string]>> = {
  1: ["h-36", "", ""],
  2: ["h-44 desk:h-37", "", "h-48 desk:h-38"],
  3: ["h-33 desk:h-33", "h-24 desk:h-18", "h-29 desk:h-24"],
  4: ["h-30 desk:h-34", "h-15 desk:h-12", "h-20 desk:h-17"],
  5: ["h-29 desk:h-35", "h-10 desk:h-9", "h-15 desk:h-13"],
  6: ["h-28 desk:h-35", "h-7", "h-12"],
  7: ["h-27 desk:h-31", "h-5.5 desk:h-6.5", "h-11 desk:h-12"],
};

const heightOf = (index: number, all: number) => {
  const [whole, part, last] = heights[Math.min(all, 7)] ?? [];
  return (index === 0 ? whole : index === all - 1 ? last : part) ?? "";
};

/** Maximum number of bins with a change that are drawn as lines. */
const fewMarks = 3;

/** Reserves the height of the chart, including the content above and below it. */
const placeOf = ({ split, compare }: ChartView) =>
  split ? "min-h-118 desk:min-h-101" : compare ? "min-h-57 desk:min-h-62" : "min-h-54";

/** The chart once its counts are loaded. */
export function DrawnCounts({
  counts,
  measure,
  split,
  chosen,
  onChoose,
}: {
  counts: EventCounts;
  measure: string;
  split?: string | undefined;
} & Pick<EventChartProps, "chosen" | "onChoose">) {
  const { times, width, series, from, to } = counts;
  const changes = useChangeMarks(from);
  const marks = useMemo(() => marksByBin(changes.marks, counts), [changes.marks, counts]);
  // A few changes are drawn as lines through the chart; if there are many, each bin shows their number below it.
  const lines = useMemo(() => (marks.size > fewMarks ? [] : [...marks.keys()]), [marks]);
  const format = instantFormat(to - from, width);
  const labels = useMemo(() => times.map(format), [times, format]);
  const ticks = useMemo(() => dayTicks(counts), [counts]);
  const axis = useMemo(
    () => (ticks ? times.map((time) => formatShortDate(Math.max(time, from))) : labels),
    [ticks, times, from, labels],
  );
  const bins = useMemo(() => chosen && spanOfTime(chosen, counts), [chosen, counts]);
  const isCompared = series.some(({ before }) => before !== null);
  const main = useMemo(() => mainChange(counts)?.series, [counts]);
  // If there is only one series, the page shows its number above the chart.
  const isNamed = series.length > 1 || isCompared;
  return (
    <figure aria-label={`${measure} over time`}>
      {isNamed ? (
        <ChartHead
          split={split}
          measure={measure}
          isCompared={isCompared}
          marks={lines.map((bin) => ({ at: (bin + 0.5) / times.length, changes: marks.get(bin) ?? [] }))}
        />
      ) : null}
      <div className={marginsOf({ isNamed, isCompared })}>
        <TimeBrush
          bins={times.length}
          textOf={(span) => {
            const time = timesOf(span, counts);
            const found = [...marks].flatMap(([bin, ones]) =>
              bin >= span.first && bin <= span.last ? ones : [],
            );
            const changed = found.length > 0 ? `; changed: ${changesText(found)}` : "";
            return `${format(time.from)} to ${format(time.to)}${changed}`;
          }}
          chosen={bins}
          onChoose={(span) => onChoose(span && timesOf(span, counts))}
          below={(shown) => <ChangeStrip marks={marks} bins={times.length} labels={labels} chosen={shown} />}
        >
          {series.map((one, index) => (
            <SeriesRow
              key={`${one.kind} ${one.value}`}
              series={one}
              isNamed={isNamed}
              isCompared={isCompared}
              isMain={one === main}
              height={heightOf(index, series.length)}
            >
              {ticks ? (
                <DayLines days={ticks} bins={times.length} hasAxis={index === series.length - 1} />
              ) : null}
              {index === 0 ? <ScaleLines most={highest(one)} hasAxis={series.length === 1} /> : null}
              <SeriesBars
                counts={one.counts}
                before={one.before}
                marked={lines}
                chosen={bins}
                isMain={one === main}
                labels={index === series.length - 1 ? axis : undefined}
                ticks={ticks}
              />
            </SeriesRow>
          ))}
        </TimeBrush>
      </div>
      {marks.size > 0 ? (
        <p className="float-right py-1 text-12 text-text-muted max-tablet:hidden">
          {changes.marks.length < changes.total
            ? `The newest ${formatCount(changes.marks.length)} of ${formatCount(changes.total)} changes of gates, configs and experiments are marked`
            : `Marked: ${plural(changes.total, "change")} of gates, configs and experiments`}
        </p>
      ) : null}
      <details className="text-12">
        <summary className="link relative w-fit cursor-pointer py-1 after:absolute after:inset-x-0 after:-inset-y-2.5">
          The numbers in a table
        </summary>
        <div className="max-h-80 overflow-auto" role="region" aria-label="Numbers of the chart" tabIndex={0}>
          <NumbersTable
            caption={`${measure} over time`}
            columns={[
              "From",
              "Changed",
              ...series.flatMap((one) =>
                one.before ? [seriesName(one), `${seriesName(one)} before`] : [seriesName(one)],
              ),
            ]}
            rows={labels.map((label, bin) => [
              label,
              marks.get(bin)?.map(markText).join("; ") ?? "",
              ...series.flatMap(({ counts: now, before }) =>
                [now[bin] ?? 0, ...(before ? [before[bin] ?? 0] : [])].map(formatCount),
              ),
            ])}
          />
        </div>
      </details>
    </figure>
  );
}

export function EventChart({ filter, view, place, chosen, onChoose }: EventChartProps) {
  const { split, measure = "events" } = view;
  const { data, error, refetch } = useEventCounts(filter, view);
  const outline = <SkeletonBlock className={split ? "h-98 desk:h-84" : "h-36"} label="Drawing the times" />;
  return (
    <div className={placeOf(place)}>
      {data ? (
        data.data.series[0]?.total ? (
          <Suspense fallback={outline}>
            <DrawnCounts
              counts={data.data}
              measure={measure === "units" ? "Users" : "Events"}
              split={split}
              chosen={chosen}
              onChoose={onChoose}
            />
          </Suspense>
        ) : (
          <p className="flex h-36 items-center text-text-muted">No event in this time.</p>
        )
      ) : error ? (
        <FailureNotice error={error} title="The times could not be read" retry={() => void refetch()} />
      ) : (
        outline
      )}
    </div>
  );
}
