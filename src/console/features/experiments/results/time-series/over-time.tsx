// One comparison over time: as known at the end of each day, by days since exposure, and the exposures of each day.
import { useQuery } from "@tanstack/react-query";
import type { TimeSeries } from "#contract/time-series.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { AnsweredComparison } from "#statistics/at-level.ts";
import { query } from "#console/foundation/api/query.ts";
import { Computing } from "#console/features/experiments/results/view-settings/computing.tsx";
import { fieldsAt, levelText } from "#console/features/experiments/results/model/analysis.ts";
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { unitNoun } from "#console/features/experiments/results/model/format-result.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { dayName, dayPoint, isoDay } from "./day-point.ts";
import { EffectByDay } from "./effect-by-day.tsx";
import { ExposuresByDay } from "./exposures-by-day.tsx";

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
        <Computing
          id={experiment.id}
          title="Computing the days"
          note="They are kept: next time they are there at once. Closing the row stops the computation."
        />
        <SkeletonBlock className="h-48" label="Reading the days" />
      </>
    );
  if (data.data.cumulative.length === 0)
    return <p className="text-12 text-text-muted">No day has results for this metric yet.</p>;
  return <Days experiment={experiment} row={row} daily={data.data} />;
}

/** The changes under the experiment by day, such as "EU residents: rules changed". */
function changeMarks({ healthChecks }: Experiment): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const { time, name, what } of healthChecks?.flatMap(({ changes }) => changes ?? []) ?? []) {
    const day = isoDay(time);
    marks.set(day, [marks.get(day) ?? [], `${name}: ${what.join(", ")}`].flat().join("; "));
  }
  return marks;
}

function Days({ experiment, row, daily }: OverTimeProps & { daily: TimeSeries }) {
  const { metric, scale, control, group, alpha, result = "inconclusive" } = row;
  const noun = unitNoun(experiment.idType);
  const isSequential = row.whiskerDelta !== undefined;
  const options = { alpha, sequential: isSequential };
  const isAsAnswered = daily.significanceLevel === alpha && daily.sequentialTesting === isSequential;
  const read = <Day extends AnsweredComparison>(day: Day) => (isAsAnswered ? day : fieldsAt(day, options));
  const marks = changeMarks(experiment);
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
  const level = levelText(alpha);
  const validity = isSequential
    ? "the pale band holds however often you look"
    : "only the last planned day was made for deciding";
  const name = `${experiment.id}-${metric.metricName}-${group}`;
  const comparison = {
    subject: `${metric.metricName}, ${group} against ${control}`,
    metric,
    scale,
    result,
    noun,
  };
  return (
    <div className="grid grid-cols-3 gap-6 max-desk:grid-cols-2 max-tablet:grid-cols-1">
      <EffectByDay
        {...comparison}
        turn={1}
        title="Change so far"
        summary={`As known at the end of each day, at ${level}; ${validity}.`}
        first="Until"
        days={cumulative}
        name={`${name}-so_far`}
      />
      <EffectByDay
        {...comparison}
        turn={2}
        title="Change by days since exposure"
        summary="Each day after exposure alone: a falling line hints at novelty wearing off, a rising one at learning."
        first="Day"
        days={since}
        name={`${name}-since_exposure`}
      />
      <ExposuresByDay turn={3} exposures={daily.exposures} experiment={experiment} noun={noun} />
    </div>
  );
}
