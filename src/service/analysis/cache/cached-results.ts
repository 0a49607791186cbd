// Cache of computed results: one row per experiment and part, which a newer result replaces.
import type { Logger } from "pino";
import type { Database, Reader } from "#service/database/database.ts";

/** Identifies one result of an experiment. */
export interface ResultKey {
  experimentID: string;
  /** Names one of the experiment's results; only the newest result of each part is cached. */
  part: string;
  /** Hash of the inputs that the result is computed from. */
  inputs: string;
}

/** `windowEnd`: last ms of the log that the result covers. `validUntil`: until when the result is valid, ms. */
type ResultTimes = {
  windowEnd: number;
  validUntil: number;
  computedTime: number;
};

export type Cached<Result> = ResultTimes & {
  inputs: string;
  result: Result;
};

const isThisAndValid =
  "experiment_id = $1 and part = $2 and inputs = $3 and window_end <= $4 and valid_until > $4";

/** Returns the cached result for these inputs, unless it has expired at `now`. */
export async function readCached<Result>(
  reader: Reader,
  { experimentID, part, inputs }: ResultKey,
  now: number,
): Promise<Cached<Result> | undefined> {
  const [row] = await reader.query<Omit<Cached<string>, "inputs">>(
    `select window_end as "windowEnd", valid_until as "validUntil", computed_time as "computedTime", result
     from kept_result where ${isThisAndValid}`,
    [experimentID, part, inputs, now],
  );
  // `cacheResult` wrote the row under the same part and inputs, which determine the shape of the result.
  return row && { ...row, inputs, result: JSON.parse(row.result) as Result };
}

/** Returns the times of the cached result, as `readCached` would, without reading the result itself. */
export async function readCachedTimes(
  reader: Reader,
  { experimentID, part, inputs }: ResultKey,
  now: number,
): Promise<ResultTimes | undefined> {
  const [row] = await reader.query<ResultTimes>(
    `select window_end as "windowEnd", valid_until as "validUntil", computed_time as "computedTime"
     from kept_result where ${isThisAndValid}`,
    [experimentID, part, inputs, now],
  );
  return row;
}

interface Newest<Result> {
  readonly result: Result;
  /** ms since the epoch. */
  readonly computedTime: number;
}

/** Returns the newest result of a part for each of the experiments, whether or not it is still valid. */
export async function readNewest<Result>(
  reader: Reader,
  part: string,
  experimentIDs: readonly string[],
): Promise<ReadonlyMap<string, Newest<Result>>> {
  const rows = await reader.query<{ id: string; result: string; time: number }>(
    `select experiment_id as id, result, computed_time as time from kept_result
     where part = $1 and experiment_id = any($2)`,
    [part, experimentIDs],
  );
  return new Map(
    rows.map(({ id, result, time }) => [id, { result: JSON.parse(result) as Result, computedTime: time }]),
  );
}

/** Caches a result. If that fails, the result is computed again on the next read, and the failure is logged. */
export async function cacheResult(
  database: Database,
  { experimentID, part }: ResultKey,
  { inputs, windowEnd, validUntil, computedTime, result }: Cached<unknown>,
  log: Pick<Logger, "warn">,
) {
  // Not in the writer transaction, which an import on PostgreSQL may hold for minutes.
  await database
    .query(
      `insert into kept_result (experiment_id, part, inputs, window_end, valid_until, computed_time, result)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (experiment_id, part) do update set inputs = excluded.inputs, window_end = excluded.window_end,
         valid_until = excluded.valid_until, computed_time = excluded.computed_time, result = excluded.result`,
      [experimentID, part, inputs, windowEnd, validUntil, computedTime, JSON.stringify(result)],
    )
    .catch((error: unknown) =>
      log.warn({ message: "A result could not be cached", experimentID, part, error: String(error) }),
    );
}
