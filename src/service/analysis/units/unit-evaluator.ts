// Measures one unit after the other from its hits: in the whole and in slices of user dimensions, or in the slices of one event dimension.
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import type { NonNumericRow, SumRow } from "#service/analysis/plan/slice-measurements.ts";
import type { NumberRows } from "#service/database/database.ts";
import type { UnitCells } from "./cell-sums.ts";
import { metricSums } from "./metric-sums.ts";
import { hitsOf } from "./unit-hits.ts";
import { type EventCut, unitPairs } from "./unit-pairs.ts";

/** Plain data, which can be sent to a worker. */
export interface Evaluation {
  plan: MeasurementPlan;
  cells: UnitCells;
  /** By metric: the percentile at which its totals are capped; null for no cap. */
  percentiles: readonly (number | null)[];
  /** Undefined for the whole. */
  cut: EventCut | undefined;
  /** Number of columns with numbers. */
  numbers: number;
}

/** Rows of the whole and its parts, or of the slices of one event dimension. */
export interface MeasuredRows {
  sums: SumRow[];
  nonNumeric: NonNumericRow[];
}

export function unitEvaluator({ plan, cells, percentiles, cut, numbers }: Evaluation) {
  const slices = cut?.values ?? 1;
  const sums = metricSums(plan, { cells, slices, percentiles });
  const pairs = unitPairs(plan, sums, cut);
  let unit = 0;
  return {
    take(rows: NumberRows) {
      const hits = hitsOf(rows, numbers);
      for (let row = 0; row < hits.count; row += 1) {
        const next = hits.units[row] ?? 0;
        if (next !== unit) {
          pairs.end();
          unit = next;
          sums.begin(unit);
        }
        pairs.add(hits, row);
      }
    },
    /** Returns the rows of one metric after the other, once all hits are taken. */
    *rows(): Generator<MeasuredRows> {
      pairs.end();
      for (let slice = 0; slice < slices; slice += 1)
        for (const metric of plan.metrics.keys()) {
          const { sums: found, missing } = sums.of(metric, slice);
          yield {
            sums: found.map(({ part, groupNumber, ...pair }) => ({
              metric,
              slice: slice + part,
              group_number: groupNumber,
              ...pair,
            })),
            nonNumeric: [...missing].flatMap(([part, events]) =>
              events > 0 ? [{ metric, slice: slice + part, events }] : [],
            ),
          };
        }
    },
  };
}
