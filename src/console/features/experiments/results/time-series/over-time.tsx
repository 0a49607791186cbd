// One comparison over time, one chart at a time: cumulative by day, by days since exposure, or the group shares per day.
import { useQuery } from "@tanstack/react-query";
import type { TimeSeries } from "#contract/time-series.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { AnsweredComparison } from "#statistics/at-level.ts";
import { query } from "#console/foundation/api/query.ts";
import { Computing } from "#console/features/experiments/results/view-settings/computing.tsx";
import { fieldsAt } from "#console/features/experiments/results/model/analysis.ts";
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { unitNoun } from "#console/features/experiments/results/model/format-result.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import type { ViewSettings } from "#console/features/experiments/results/view-settings/view-settings.ts";
import { ChartOutline } from "./chart-outline.tsx";
import { dayName, dayPoint, isoDay } from "./day-point.ts";
import { EffectByDay } from "./effect-by-day.tsx";
import { ExposuresByDay } from "./exposures-by-day.tsx";
import { changesByDay, figureHeads } from "./figure-heads.tsx";
import { plannedDays } from "./planned-days.ts";

export interface OverTimeProps {
  experiment: Experiment;
  row: ScoreRow;
  figure: ViewSettings["figure"];
  /** ms */
  since?: number | undefined;
}

export function OverTime({ experiment, row, figure, since }: OverTimeProps) {
  const { metric, control, group } = row;
  const { data, dataUpdatedAt, error, refetch } = useQuery(
    query("readDailyResults", {
      id: experiment.id,
      metric: metric.metricID,
      control,
      test: group,
      ...(since === undefined ? {} : { since }),
    }),
  );
  if (error && !data)
    return <FailureNotice error={error} title="The days could not be read" retry={() => void refetch()} />;
  if (!data)
    return (
      <div className="relative">
        <ChartOutline label="Reading the days" />
        <div className="absolute inset-x-4 top-0">
          <Computing
            id={experiment.id}
            title="Computing the days"
            note="They are kept: next time they are there at once. Leaving this page stops the computation."
          />
        </div>
      </div>
    );
  if (data.data.cumulative.length === 0)
    return <p className="text-12 text-text-muted">No day has results for this metric yet.</p>;
  return (
    <Days
      key={`${row.mark} ${figure}`}
      experiment={experiment}
      row={row}
      figure={figure}
      daily={data.data}
      now={dataUpdatedAt}
    />
  );
}

interface DaysProps extends OverTimeProps {
  daily: TimeSeries;
  /** ms */
  now: number;
}

function Days({ experiment, row, figure, daily, now }: DaysProps) {
  const { metric, scale, control, group, alpha } = row;
  const noun = unitNoun(experiment.idType);
  const isSequential = row.whiskerDelta !== undefined;
  const options = { alpha, sequential: isSequential };
  const isAsAnswered = daily.significanceLevel === alpha && daily.sequentialTesting === isSequential;
  const read = <Day extends AnsweredComparison>(day: Day) => (isAsAnswered ? day : fieldsAt(day, options));
  const heads = figureHeads(experiment, row);
  const name = `${experiment.id}-${metric.metricName}-${group}`;
  const comparison = { subject: `${metric.metricName}, ${group} against ${control}`, metric, scale, noun };
  const days = daily.cumulative.map(({ time }) => time);
  const marks = changesByDay(experiment, days);
  if (figure === "shares")
    return (
      <ExposuresByDay {...heads.exposures} exposures={daily.exposures} experiment={experiment} noun={noun} />
    );
  if (figure === "exposure")
    return (
      <EffectByDay
        {...comparison}
        {...heads.sinceExposure}
        first="Day"
        days={daily.daysSinceExposure.map((day) =>
          dayPoint(read(day), {
            metric,
            scale,
            label: String(day.day),
            key: day.day,
            name: day.day === 0 ? "Day of exposure" : `Day ${day.day}`,
          }),
        )}
        name={`${name}-since_exposure`}
      />
    );
  return (
    <EffectByDay
      {...comparison}
      {...heads.soFar}
      {...plannedDays(experiment, days, now)}
      first="Until"
      days={daily.cumulative.map((day) => {
        const label = dayName(day.time);
        const key = isoDay(day.time);
        return dayPoint(read(day), { metric, scale, label, name: label, key, mark: marks.get(key) });
      })}
      name={`${name}-so_far`}
    />
  );
}
