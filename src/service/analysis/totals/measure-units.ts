// Reads the hits of one unit after the other, once, and measures the whole and the slices of each event dimension from them.
import { setImmediate as immediate } from "node:timers/promises";
import type { NumberRows, Snapshot } from "#service/database/database.ts";
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { numberColumnsOf } from "./event-hits.ts";
import type { FrequentValues } from "#service/analysis/plan/frequent-values.ts";
import type { UnitCells } from "#service/analysis/units/cell-sums.ts";
import { type Evaluation, type MeasuredRows, unitEvaluator } from "#service/analysis/units/unit-evaluator.ts";
import { evaluatorInWorker, sharedRows } from "#service/analysis/units/unit-worker-client.ts";

interface Settings {
  cells: { whole: UnitCells; groups: UnitCells };
  /** Slices of the event dimensions, in the order of the plan. */
  eventSlices: readonly FrequentValues[];
  /** By metric: the percentile at which its totals are capped; null for no cap. */
  percentiles: readonly (number | null)[];
  /** True if the whole and each event dimension are measured in workers. */
  inWorkers: boolean;
  /** Called after each portion of hits, with the number of the last unit. */
  onUnit: (unit: number) => void;
}

/** SQL of the hits in the order of their units and days: numbers, and the place of each event dimension's value (0 for rare values). */
function hitsSql(plan: MeasurementPlan, eventSlices: readonly FrequentValues[]) {
  const numbers = numberColumnsOf(plan).map(
    (column) => `coalesce(number_${column}, cast('NaN' as double precision))`,
  );
  const values: string[] = [];
  const places = eventSlices.map((slices, index) => {
    const found = slices.values
      .slice(1)
      .map((value, place) => `when $${values.push(value)}::text then ${place + 1}`);
    // A chain of comparisons takes half the time of looking in a list.
    const place = found.length > 0 ? `case value_${index} ${found.join(" ")} else 0 end` : "0";
    return `cast(case when value_${index} is null then -1 else ${place} end as smallint)`;
  });
  return {
    sql: `select ${["unit_number", "event", "day", "moment", ...numbers, ...places].join(", ")}
      from event_hit order by unit_number, day`,
    values,
    numbers: numbers.length,
  };
}

interface Evaluator {
  take(rows: NumberRows): void | Promise<void>;
  rows(): Promise<MeasuredRows>;
  /** Stops the work, if it is still going on. */
  stop(): void;
}

function evaluatorHere(evaluation: Evaluation): Evaluator {
  const evaluator = unitEvaluator(evaluation);
  return {
    take: (rows) => evaluator.take(rows),
    async rows() {
      const all: MeasuredRows = { sums: [], nonNumeric: [] };
      for (const { sums, nonNumeric } of evaluator.rows()) {
        all.sums.push(...sums);
        all.nonNumeric.push(...nonNumeric);
        // Other requests are answered between two metrics.
        await immediate();
      }
      return all;
    },
    stop: () => undefined,
  };
}

/** Returns the rows of the whole, and those of each event dimension. */
export async function measureUnits(
  reader: Snapshot,
  plan: MeasurementPlan,
  { cells, eventSlices, percentiles, inWorkers, onUnit }: Settings,
): Promise<{ whole: MeasuredRows; byDimension: MeasuredRows[] }> {
  const { sql, values, numbers } = hitsSql(plan, eventSlices);
  const start = (evaluation: Evaluation) =>
    inWorkers ? evaluatorInWorker(evaluation) : evaluatorHere(evaluation);
  const whole = start({ plan, cells: cells.whole, percentiles, cut: undefined, numbers });
  const ofDimensions = eventSlices.map(({ values: own, slices }, dimension) => {
    const cut = { dimension, values: own.length, slices };
    return start({ plan, cells: cells.groups, percentiles, cut, numbers });
  });
  const evaluators = [whole, ...ofDimensions];
  try {
    const portions = reader.stream(sql, values);
    for await (const portion of inWorkers ? sharedRows(portions) : portions) {
      for (const evaluator of evaluators) await evaluator.take(portion);
      onUnit(portion.columns[0]?.[portion.count - 1] ?? 0);
    }
    return {
      whole: await whole.rows(),
      byDimension: await Promise.all(ofDimensions.map((evaluator) => evaluator.rows())),
    };
  } finally {
    for (const evaluator of evaluators) evaluator.stop();
  }
}
