// Measures the eligible units of the past and a plan's metrics among them. The power of the plan is computed from these
// values, independently of its group sizes.
import type { Metric } from "#contract/metric.ts";
import type { PlannedExperiment } from "#contract/planned-experiment.ts";
import { measureExperiment } from "#service/analysis/totals/measure-experiment.ts";
import type { Measurements } from "#service/analysis/plan/measurements.ts";
import { metricInput } from "#service/analysis/plan/metric-inputs.ts";
import type { Snapshot } from "#service/database/database.ts";
import {
  fillGroups,
  fillPastExposures,
  fillPastUnits,
  fillSampledGroup,
  lastDaysOf,
  type PastDays,
  readDays,
  readPastDays,
  readUnitIDs,
} from "./past-units.ts";
import { dividedUnits, isTargeted, passingUnits, type PlannedGates } from "./plan-targeting.ts";

// Choice: a plan's targeting is tried on at most 5000 past units, and its metrics are measured on at most 50000, chosen at random.
const mostJudged = 5000;
const mostMeasured = 50_000;

/** Number of last days over which values are measured a second time, because values depend on the number of days. */
const shortDays = 7;

/** A plan and the entities needed to evaluate it on the past. */
export interface PastQuestion {
  plan: PlannedExperiment;
  gates: PlannedGates;
  metrics: readonly Metric[];
  now: number;
}

export interface PastValues {
  past: PastDays;
  units: number;
  /** Number of units on which the targeting was evaluated, and the outcomes. */
  judged: number;
  passed: number;
  unknown: number;
  /** Eligible units by day: all units seen, and those seen for the first time. */
  days: { seen: number; first: number }[];
  measuredUnits: number;
  /** Measurements by number of days, ascending; all units are in one group. */
  measured: { days: number; measurements: Measurements }[];
}

const inputsOf = (metrics: readonly Metric[]) => metrics.flatMap((metric) => metricInput(metric) ?? []);

/** Percentile of the non-zero values at which unit values are capped; null for no cap (statistics 4). */
const winsorizationOf = ({ winsorization }: PlannedExperiment) =>
  winsorization === undefined ? 99.9 : winsorization;

/** Fills the tables of the past with the units that a plan would include; returns them if targeting had to be evaluated unit by unit. */
async function fillEligible(
  snapshot: Snapshot,
  { plan, gates, now }: PastQuestion,
  past: PastDays,
  signal: AbortSignal,
) {
  const all = await fillPastUnits(snapshot, past, plan.idType);
  const { units } = all;
  if (!isTargeted(plan)) return { all, counts: { units, judged: units, passed: units, unknown: 0 } };
  const judged = await readUnitIDs(snapshot, all, mostJudged);
  const found = await passingUnits(snapshot, plan, gates, { units: judged.ids, past, now, signal });
  const { passing, unknown } = found;
  return {
    all,
    counts: { units, judged: judged.ids.length, passed: passing.length, unknown },
    chosen: { ids: passing, below: judged.below },
  };
}

const measured = (
  snapshot: Snapshot,
  { plan, metrics }: PastQuestion,
  { all, part, below }: { all: PastDays; part: PastDays; below: number | undefined },
  signal: AbortSignal,
) =>
  measureExperiment(
    snapshot,
    {
      window: {
        experimentID: "",
        idType: plan.idType,
        start: part.start,
        end: part.end,
        unitsBelow: below,
      },
      inputs: inputsOf(metrics),
      winsorization: winsorizationOf(plan),
      cuped: true,
      dimensions: [],
      fillUnits: (reader) => fillPastExposures(reader, all, part),
    },
    { signal },
  );

export async function measurePast(
  snapshot: Snapshot,
  question: PastQuestion,
  signal: AbortSignal,
): Promise<PastValues> {
  const past = await readPastDays(snapshot, question.now);
  if (past.days === 0)
    return { past, units: 0, judged: 0, passed: 0, unknown: 0, days: [], measuredUnits: 0, measured: [] };
  const { all, counts, chosen } = await fillEligible(snapshot, question, past, signal);
  if (chosen) await fillGroups(snapshot, [chosen.ids]);
  const below = chosen ? chosen.below : await fillSampledGroup(snapshot, all, mostMeasured);
  const days = await readDays(snapshot, past, chosen ? "past_group" : "past_unit");
  const counted = chosen ? counts.judged : all.kept;
  const scale = counted > 0 ? all.units / counted : 0;
  const measurements: PastValues["measured"] = [];
  const parts = past.days >= 2 * shortDays ? [lastDaysOf(past, shortDays), past] : [past];
  for (const part of parts) {
    signal.throwIfAborted();
    measurements.push({
      days: part.days,
      measurements: await measured(snapshot, question, { all: past, part, below }, signal),
    });
  }
  const last = measurements.at(-1)?.measurements.assignment.units ?? {};
  return {
    past,
    ...counts,
    days: days.map(({ seen, first }) => ({ seen: seen * scale, first: first * scale })),
    measuredUnits: last["0"] ?? 0,
    measured: measurements,
  };
}

export interface DividedPast {
  past: PastDays;
  /** Groups are named by their index in the plan. */
  measurements: Measurements;
}

/** Measures the past as if the plan had run in it: divides its units into the groups, without any treatment. */
export async function measureDividedPast(
  snapshot: Snapshot,
  question: PastQuestion & { salt: string },
  signal: AbortSignal,
): Promise<DividedPast> {
  const past = await readPastDays(snapshot, question.now);
  const none = { assignment: { units: {}, crossovers: 0 }, metrics: {}, loggedEvents: [] };
  if (past.days === 0) return { past, measurements: none };
  const { all, chosen } = await fillEligible(snapshot, question, past, signal);
  const { ids, below } = chosen ?? (await readUnitIDs(snapshot, all, mostMeasured));
  await fillGroups(snapshot, await dividedUnits(question.plan, question.salt, ids, signal));
  return {
    past,
    measurements: await measured(snapshot, question, { all: past, part: past, below }, signal),
  };
}
