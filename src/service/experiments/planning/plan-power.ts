// Computes the power of a plan from past values. Pure arithmetic, so that changes of sizes, level or duration take effect at once.
import type { ExperimentPower, PowerMetric } from "#contract/experiment-power.ts";
import { groupNamed } from "#contract/experiment-plan.ts";
import { isTaggedGuardrail, type Metric } from "#contract/metric.ts";
import { maxPlanDays, type PlannedExperiment } from "#contract/planned-experiment.ts";
import { metricInput } from "#service/analysis/plan/metric-inputs.ts";
import type { MetricMeasurement } from "#service/analysis/plan/measurements.ts";
import { varianceRemoved } from "#statistics/cuped.ts";
import { momentsOf } from "#statistics/moments.ts";
import { ratioMoments, sumsOfX } from "#statistics/pair-moments.ts";
import {
  daysNeeded,
  daysOfEffects,
  plannedDay,
  type PastSpread,
  type PlannedDays,
  unitsUntil,
} from "#statistics/planned-days.ts";
import type { GroupPair } from "#statistics/power.ts";
import { alphaOf } from "#statistics/significance.ts";
import type { PastValues } from "./past-values.ts";

// Choice: a plan without a duration is computed for 14 days, without a level at 95 %, and without groups for two equal ones.
const plannedDays = 14;

// Choice: power is computed from 7 recorded days and 100 eligible units on. Fewer days do not cover a whole week.
const fewestDays = 7;
const fewestUnits = 100;

const day = 86_400_000;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export const groupsOf = ({ groups }: Pick<PlannedExperiment, "groups">) =>
  groups.length > 0
    ? groups
    : [
        { name: "Control", size: 50 },
        { name: "Test", size: 50 },
      ];

export const controlOf = (plan: PlannedExperiment) => {
  const groups = groupsOf(plan);
  return (plan.controlGroupID ? groupNamed(groups, plan.controlGroupID) : undefined) ?? groups[0];
};

/** Returns the significance level of each comparison with the control (statistics 8). */
export function alphaOfPlan(plan: PlannedExperiment, tests: number): number {
  return alphaOf(Number(plan.defaultConfidenceInterval ?? "95"), plan.bonferroniCorrection ? tests : 1);
}

/** Shares of the eligible units in the control and in the smallest test group, which has the lowest power. */
function sharesOf(plan: PlannedExperiment): { pair: GroupPair; tests: number } {
  const [groups, control] = [groupsOf(plan), controlOf(plan)];
  const tests = groups.filter((group) => group !== control && group.size > 0);
  const share = (size: number) => (size / 100) * ((plan.allocation ?? 100) / 100);
  return {
    pair: {
      control: share(control?.size ?? 0),
      test: share(tests.length > 0 ? Math.min(...tests.map(({ size }) => size)) : 0),
    },
    tests: tests.length,
  };
}

/** Returns the distribution of the values of all units, which are in one group; undefined without units. */
function spreadOf(metric: MetricMeasurement | undefined, days: number, units: number) {
  if (!metric || units === 0) return undefined;
  if (metric.kind === "ratio") {
    const sums = metric.groups["0"];
    const moments = sums && ratioMoments(sums);
    return moments && moments.n > 1 ? { ...moments, days, takingPart: sums.n / units } : undefined;
  }
  const sums = metric.groups["0"];
  if (!sums || sums.n < 2) return undefined;
  return { ...momentsOf(sumsOfX(sums)), days, takingPart: 1, removed: varianceRemoved(sums) };
}

type Spread = PastSpread & { removed?: number | undefined };

const adjusted = ({ removed = 0, ...spread }: Spread): PastSpread => ({
  ...spread,
  variance: spread.variance * (1 - removed),
});

function problemOf(
  metric: Metric | undefined,
  found: Spread | undefined,
  past: PastValues,
): string | undefined {
  if (!metric) return "No such metric";
  if (!metricInput(metric)) return "Numbers of this type are not computed here";
  if (!found || (found.mean === 0 && found.variance === 0)) return `No events in ${past.past.days} days`;
  if (found.mean === 0) return "The mean is 0, so that no change in percent can be found";
  return found.variance > 0 ? undefined : "All units have the same value, so that nothing is estimated";
}

function tooLittleOf({ past, passed, judged, units }: PastValues): string | undefined {
  if (past.days < fewestDays)
    return `${past.days === 0 ? "No whole day is" : `Only ${past.days} whole ${past.days === 1 ? "day is" : "days are"}`} recorded; it takes ${fewestDays}.`;
  const eligible = judged > 0 ? Math.round((units * passed) / judged) : 0;
  return passed < fewestUnits
    ? `Only ${eligible} eligible ${eligible === 1 ? "unit was" : "units were"} seen in ${past.days} days; it takes ${fewestUnits}.`
    : undefined;
}

const roleOf = (isPrimary: boolean, metric: Metric | undefined): PowerMetric["role"] =>
  isPrimary ? "primary" : isTaggedGuardrail(metric) ? "guardrail" : "secondary";

export function planPower(
  plan: PlannedExperiment,
  stored: readonly Metric[],
  past: PastValues,
): ExperimentPower {
  const duration = plan.duration ?? plannedDays;
  const { pair: shares, tests } = sharesOf(plan);
  const alpha = alphaOfPlan(plan, tests);
  const newUnits = past.days.map(({ first }) => first);
  const tooLittle = tooLittleOf(past);
  const entering = (unitsUntil(newUnits, Math.round(duration)) * (plan.allocation ?? 100)) / 100;
  const wished = plan.wishedEffect ?? undefined;

  const spreadsOf = (id: string) =>
    past.measured.flatMap(({ days, measurements }): Spread[] => {
      const found = spreadOf(measurements.metrics[id], days, measurements.assignment.units["0"] ?? 0);
      return found ? [found] : [];
    });
  const plannedOf = (spreads: readonly Spread[]): PlannedDays => ({
    alpha,
    newUnits,
    spreads: spreads.map((spread) => (plan.cuped ? adjusted(spread) : spread)),
    shares,
  });

  const metricOf = ({ name, type }: { name: string; type: string }, isPrimary: boolean): PowerMetric => {
    const id = `${name}::${type}`;
    const metric = stored.find((one) => one.name === name && one.type === type);
    const spreads = spreadsOf(id);
    const last = spreads.at(-1);
    const problem = problemOf(metric, last, past);
    const about = {
      id,
      name,
      type,
      role: roleOf(isPrimary, metric),
      directionality: metric?.directionality ?? "increase",
    };
    if (problem !== undefined && (last === undefined || last.variance === 0))
      return { ...about, curve: [], ...(tooLittle === undefined && { problem }) };
    const values = last && {
      mean: last.mean,
      std: Math.sqrt(last.variance),
      ...(last.removed !== undefined && { cupedRemoves: last.removed }),
    };
    if (problem !== undefined || tooLittle !== undefined)
      return { ...about, ...values, curve: [], ...(problem !== undefined && { problem }) };
    const planned = plannedOf(spreads);
    const curve = Array.from({ length: Math.ceil(1.5 * duration) }, (_, index) =>
      plannedDay(planned, index + 1),
    )
      .flatMap((found) => found ?? [])
      .map((found) => ({ ...found, isExtrapolated: found.day > past.past.days }));
    const atEnd = plannedDay(planned, Math.round(duration));
    const needed = wished === undefined ? undefined : daysNeeded(planned, wished, maxPlanDays);
    return {
      ...about,
      ...values,
      ...(atEnd && { fixed: atEnd.fixed, sequential: atEnd.sequential }),
      ...(needed && { daysNeeded: needed.fixed, sequentialDaysNeeded: needed.sequential }),
      curve,
    };
  };

  const primary = plan.primaryMetrics ?? [];
  const metrics = [
    ...primary.map((metric) => metricOf(metric, true)),
    ...(plan.secondaryMetrics ?? []).map((metric) => metricOf(metric, false)),
  ];
  const lead = metrics[0];
  return {
    source: "events",
    recordedDays: past.past.days,
    ...(past.past.days > 0 && { from: dateOf(past.past.start), to: dateOf(past.past.end) }),
    ...(tooLittle !== undefined && { tooLittle }),
    days: past.days.map(({ seen, first }, index) => ({
      date: dateOf(past.past.start + index * day),
      seen: Math.round(seen),
      first: Math.round(first),
    })),
    unitsADay:
      past.days.length > 0
        ? Math.round(past.days.reduce((sum, { seen }) => sum + seen, 0) / past.days.length)
        : 0,
    targeting: { units: past.units, judged: past.judged, passed: past.passed, unknown: past.unknown },
    measuredUnits: past.measuredUnits,
    duration,
    entering: Math.round(entering),
    groups: groupsOf(plan).map(({ name, size }) => ({ name, units: Math.round((entering * size) / 100) })),
    alpha,
    metrics,
    shapes:
      lead?.fixed === undefined
        ? []
        : otherShapes(plan, plannedOf(spreadsOf(lead.id)), duration, wished ?? lead.fixed),
  };
}

/**
 * Alternatives that are compared: numbers of equal groups, shares of the eligible units in percent, and multiples of
 * the desired effect.
 */
const [groupCounts, allocations, multiples] = [
  [2, 3, 4],
  [10, 25, 50, 100],
  [0.5, 1, 2],
];

function otherShapes(
  plan: PlannedExperiment,
  planned: PlannedDays,
  duration: number,
  /** The desired effect or, if none is given, the effect that the plan can detect. */
  wished: number,
): ExperimentPower["shapes"] {
  const effects = multiples.map((multiple) => Number((multiple * wished).toPrecision(2)));
  return groupCounts.flatMap((groups) =>
    allocations.flatMap((allocation) => {
      const share = allocation / 100 / groups;
      const shaped = {
        ...planned,
        alpha: alphaOfPlan(plan, groups - 1),
        shares: { control: share, test: share },
      };
      const found = plannedDay(shaped, Math.round(duration));
      const days = daysOfEffects(shaped, effects, maxPlanDays);
      const needed = effects.map((effect, index) => ({ effect, days: days[index] ?? null }));
      return found ? [{ groups, allocation, fixed: found.fixed, needed }] : [];
    }),
  );
}
