// One comparison over time: as known at the end of each day, by days since exposure, and the exposures of each day.
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
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { dayName, dayPoint, isoDay } from "./day-point.ts";
import { EffectByDay } from "./effect-by-day.tsx";
import { ExposuresByDay } from "./exposures-by-day.tsx";
import { changesByDay, figureHeads, Figures } from "./figure-heads.tsx";

export interface OverTimeProps {
  experiment: Experiment;
  row: ScoreRow;
  /** ms */
  since?: number | undefined;
}

export function OverTime({ experiment, row, since }: OverTimeProps) {
  const { metric, control, group } = row;
  const { data, error, refetch } = useQuery(
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
      <>
        <SkeletonBlock className="grow" label="Reading the days" />
        <div className="absolute inset-x-4">
          <Computing
            id={experiment.id}
            title="Computing the days"
            note="They are kept: next time they are there at once. Closing the row stops the computation."
          />
        </div>
      </>
    );
  if (data.data.cumulative.length === 0)
    return <p className="text-12 text-text-muted">No day has results for this metric yet.</p>;
  return <Days experiment={experiment} row={row} daily={data.data} />;
}

function Days({ experiment, row, daily }: OverTimeProps & { daily: TimeSeries }) {
  const { metric, scale, control, group, alpha, result = "inconclusive" } = row;
  const noun = unitNoun(experiment.idType);
  const isSequential = row.whiskerDelta !== undefined;
  const options = { alpha, sequential: isSequential };
  const isAsAnswered = daily.significanceLevel === alpha && daily.sequentialTesting === isSequential;
  const read = <Day extends AnsweredComparison>(day: Day) => (isAsAnswered ? day : fieldsAt(day, options));
  const marks = changesByDay(experiment);
  const heads = figureHeads(experiment, row);
  const cumulative = daily.cumulative.map((day) => {
    const name = dayName(day.time);
    const key = isoDay(day.time);
    return dayPoint(read(day), { metric, scale, label: name, name, key, mark: marks.get(key) });
  });
  const since = daily.daysSinceExposure.map((day) =>
    dayPoint(read(day), {
      metric,
      scale,
      label: String(day.day),
      key: day.day,
      name: day.day === 0 ? "Day of exposure" : `Day ${day.day}`,
    }),
  );
  const name = `${experiment.id}-${metric.metricName}-${group}`;
  const comparison = {
    subject: `${metric.metricName}, ${group} against ${control}`,
    metric,
    scale,
    result,
    noun,
  };
  return (
    <Figures>
      <EffectByDay
        {...comparison}
        turn={1}
        {...heads.soFar}
        first="Until"
        days={cumulative}
        name={`${name}-so_far`}
      />
      <EffectByDay
        {...comparison}
        turn={2}
        {...heads.sinceExposure}
        first="Day"
        days={since}
        name={`${name}-since_exposure`}
      />
      <ExposuresByDay
        turn={3}
        {...heads.exposures}
        exposures={daily.exposures}
        experiment={experiment}
        noun={noun}
      />
    </Figures>
  );
}
