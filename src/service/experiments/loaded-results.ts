// Stores the sums that loads measured, by metric, slice, group and day: one row per part, which a newer load replaces.
import type { Measurements } from "#service/analysis/plan/measurements.ts";
import type { MeasuredTimeSeries } from "#service/analysis/time-series/measure-time-series.ts";
import type { Reader, Row, Transaction } from "#service/database/database.ts";
import type { NewUnits } from "./cumulative-exposures.ts";
import type { LogCounts } from "./log-counts.ts";

/** The complete result of a load; it contains no unit ids. */
export interface LoadedResults {
  measurements: Measurements;
  counts: LogCounts;
  newUnits: NewUnits[];
  /** By metric id; empty if days were not requested. */
  timeSeries: Record<string, MeasuredTimeSeries>;
}

/** The stored parts, by name. */
interface Parts {
  summary: Pick<LoadedResults, "measurements" | "counts">;
  exposures: NewUnits[];
  [daily: `daily ${string}`]: MeasuredTimeSeries;
}

export const dailyPart = (metricID: string) => `daily ${metricID}` as const;

export interface Loaded<Result> {
  result: Result;
  loadNumber: number;
  /** `computedTime`: time of the load, ms. `windowEnd`: last ms that it covers. */
  computedTime: number;
  windowEnd: number;
  /** JSON of the settings that were used for the measurement. */
  settings: string;
}

const columns = `load_number as "loadNumber", computed_time as "computedTime", window_end as "windowEnd", settings`;

/** Returns the newest result of a part since a time (ms), or undefined before the first load. */
export async function readLoaded<Part extends keyof Parts>(
  reader: Reader,
  experimentID: string,
  part: Part,
  since: number,
): Promise<Loaded<Parts[Part]> | undefined> {
  const [row] = await reader.query<Loaded<string> & Row>(
    `select ${columns}, result from loaded_result where experiment_id = $1 and part = $2 and computed_time >= $3`,
    [experimentID, part, since],
  );
  // `storeLoaded` wrote the row under the same part, which determines its shape.
  return row && { ...row, result: JSON.parse(row.result) as Parts[Part] };
}

/** Returns the newest summary without its numbers. */
export async function readShown(
  reader: Reader,
  experimentID: string,
  since: number,
): Promise<Omit<Loaded<unknown>, "result"> | undefined> {
  const [row] = await reader.query<Omit<Loaded<unknown>, "result"> & Row>(
    `select ${columns} from loaded_result where experiment_id = $1 and part = 'summary' and computed_time >= $2`,
    [experimentID, since],
  );
  return row;
}

/** Stores all parts in the transaction that also stores the end of the load, so that either all or nothing is stored. */
export async function storeLoaded(
  transaction: Transaction,
  experimentID: string,
  of: Omit<Loaded<unknown>, "result">,
  { measurements, counts, newUnits, timeSeries }: LoadedResults,
) {
  const parts: [string, unknown][] = [
    ["summary", { measurements, counts } satisfies Parts["summary"]],
    ["exposures", newUnits],
    ...Object.entries(timeSeries).map(([id, days]): [string, unknown] => [dailyPart(id), days]),
  ];
  for (const [part, result] of parts)
    await transaction.query(
      `insert into loaded_result (experiment_id, part, load_number, computed_time, window_end, settings, result)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (experiment_id, part) do update set load_number = excluded.load_number, computed_time = excluded.computed_time,
         window_end = excluded.window_end, settings = excluded.settings, result = excluded.result`,
      [experimentID, part, of.loadNumber, of.computedTime, of.windowEnd, of.settings, JSON.stringify(result)],
    );
}
