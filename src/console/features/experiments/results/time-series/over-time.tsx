// One comparison over time: what was known at the end of each day, what each day after exposure brought, and who came when.
import { useQuery } from "@tanstack/react-query";
import type { TimeSeries } from "#contract/time-series.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { ChartMetric } from "#contract/summary-charts.ts";
import type { AnsweredComparison } from "#statistics/at-level.ts";
import { query } from "#console/foundation/api/query.ts";
import { Computing } from "#console/features/experiments/results/view-settings/computing.tsx";
import { fieldsAt } from "#console/features/experiments/results/view-settings/summary-at-level.ts";
import { type Scale, unitOf } from "#console/features/experiments/results/model/format-result.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import { dayName, dayPoint, isoDay } from "./day-point.ts";
import { EffectByDay } from "./effect-by-day.tsx";
import { ExposuresByDay } from "./exposures-by-day.tsx";
import { percentSign } from "#console/foundation/ui/wording.ts";

export interface OverTimeProps {
  experiment: Experiment;
  metric: ChartMetric;
  /** Names of the groups compared. */
  control: string;
  group: string;
  scale: Scale;
  /** Two-sided level in force. */
  alpha: number;
  /** Whether the wider, sequential interval decides. */
  isSequential: boolean;
  result: ResultMeaning | undefined;
  /** What is counted, such as "users". */
  noun: string;
}

export function OverTime(props: OverTimeProps) {
  const { experiment, metric, control, group } = props;
  const { data, error, refetch } = useQuery(
    query("readDailyResults", { id: experiment.id, metric: metric.metricID, control, test: group }),
  );
  if (error && !data)
    return (
      <Notice
        tone="danger"
        title="The days could not be read"
        action={
          <Button size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {error.message}
      </Notice>
    );
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
  return <Days {...props} daily={data.data} />;
}

function Days({
  experiment,
  metric,
  control,
  group,
  scale,
  alpha,
  isSequential,
  result = "inconclusive",
  noun,
  daily,
}: OverTimeProps & { daily: TimeSeries }) {
  const options = { alpha, sequential: isSequential };
  const isAsAnswered = daily.significanceLevel === alpha && daily.sequentialTesting === isSequential;
  const read = <Day extends AnsweredComparison>(day: Day) => (isAsAnswered ? day : fieldsAt(day, options));
  const cumulative = daily.cumulative.map((day) => {
    const name = dayName(day.time);
    return dayPoint(read(day), { metric, scale, label: name, name, key: isoDay(day.time) });
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
  const unit = unitOf(metric, scale);
  const subject = `${metric.metricName}, ${group} against ${control}`;
  const fileName = `${experiment.id}-${metric.metricName}-${group}`;
  const level = `${Number((100 * (1 - alpha)).toPrecision(4))}${percentSign}`;
  return (
    <div className="grid grid-cols-3 gap-6 max-desk:grid-cols-2 max-tablet:grid-cols-1">
      <EffectByDay
        turn={1}
        title="Change so far"
        subject={subject}
        summary={
          isSequential
            ? `As known at the end of each day, at ${level}; the pale band holds however often you look.`
            : `As known at the end of each day, at ${level}; only the last planned day was made for deciding.`
        }
        first="Until"
        days={cumulative}
        fileName={`${fileName}-so_far`}
        scale={scale}
        unit={unit}
        result={result}
        noun={noun}
      />
      <EffectByDay
        turn={2}
        title="Change by days since exposure"
        subject={subject}
        summary="Each day after exposure alone: a falling line hints at novelty wearing off, a rising one at learning."
        first="Day"
        days={since}
        fileName={`${fileName}-since_exposure`}
        scale={scale}
        unit={unit}
        result={result}
        noun={noun}
      />
      <ExposuresByDay
        turn={3}
        subject={experiment.name}
        fileName={`${experiment.id}-exposures`}
        exposures={daily.exposures}
        groups={experiment.groups}
        noun={noun}
      />
    </div>
  );
}
