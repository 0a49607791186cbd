// Stores loads and their statements. A load has a row from the moment it is requested so that, if the service ends
// unexpectedly, the next process knows what was running at the engine.
import { z } from "zod/mini";
import { loadRefreshes } from "#contract/pulse-load.ts";
import type { Database, Reader, Row, Transaction, Value } from "#service/database/database.ts";

/** The facts known of a load when it starts. */
const LoadStart = z.object({
  refresh: z.enum(loadRefreshes),
  turboMode: z.boolean(),
  metricIDs: z.array(z.string()),
  startedBy: z.string(),
  /** Empty if no warehouse was in use. */
  provider: z.string(),
  /** The time range of exposures and events that count, ms. */
  windowStart: z.number(),
  windowEnd: z.number(),
});
export type LoadStart = z.infer<typeof LoadStart>;

export type LoadState = "success" | "failure" | "partial_failure" | "cancelled" | "timeout";

export interface StoredLoad extends LoadStart {
  experimentID: string;
  /** Number of the load within its experiment, from 1. */
  number: number;
  createdTime: number;
  finishedTime: number | null;
  finishedState: string | null;
  /** `message`: why the load failed, in plain words. `said`: the engine's own message. */
  message: string | null;
  said: string | null;
  /** The process that runs the load. */
  owner: string;
  cancelledBy: string | null;
  /** JSON of the progress last reported by its process. */
  progress: string | null;
}

export interface StoredStatement {
  loadNumber: number;
  number: number;
  provider: string;
  engineID: string;
  startedTime: number;
  ms: number | null;
  bytes: number | null;
  cached: boolean;
  sql: string;
}

const loadColumns = `experiment_id as "experimentID", number, created_time as "createdTime", finished_time as "finishedTime",
  finished_state as "finishedState", message, said, owner, cancelled_by as "cancelledBy", progress, document`;

type LoadRow = Omit<StoredLoad, keyof LoadStart> & Row & { document: unknown };

export async function readLoads(
  reader: Reader,
  condition: string,
  values: readonly Value[],
): Promise<StoredLoad[]> {
  const rows = await reader.query<LoadRow>(
    `select ${loadColumns} from pulse_load where ${condition}`,
    values,
  );
  return rows.map(({ document, ...row }) => ({ ...row, ...LoadStart.parse(document) }));
}

export const countLoads = async (reader: Reader, experimentID: string): Promise<number> => {
  const [row] = await reader.query<{ count: number }>(
    "select count(*) as count from pulse_load where experiment_id = $1",
    [experimentID],
  );
  return row?.count ?? 0;
};

/** Stores a load that starts; returns its number. */
export async function storeLoad(
  transaction: Transaction,
  experimentID: string,
  begun: LoadStart,
  { owner, now }: { owner: string; now: number },
): Promise<number> {
  const [last] = await transaction.query<{ number: number | null }>(
    "select max(number) as number from pulse_load where experiment_id = $1",
    [experimentID],
  );
  const number = (last?.number ?? 0) + 1;
  await transaction.query(
    `insert into pulse_load (experiment_id, number, created_time, owner, alive_time, document)
     values ($1, $2, $3, $4, $3, $5::jsonb)`,
    [experimentID, number, now, owner, JSON.stringify(begun)],
  );
  return number;
}

export interface Finish {
  state: LoadState;
  time: number;
  message?: string | undefined;
  said?: string | undefined;
  /** True if the warehouse did not answer or rejected the login. */
  isAway?: boolean;
}

/** Returns whether the load was still running: of several processes that end it, exactly one succeeds. */
export async function finishLoad(
  reader: Reader,
  { experimentID, number }: Pick<StoredLoad, "experimentID" | "number">,
  { state, time, message, said, isAway = false }: Finish,
): Promise<boolean> {
  const rows = await reader.query(
    `update pulse_load set finished_time = $3, finished_state = $4, message = $5, said = $6, is_away = $7
     where experiment_id = $1 and number = $2 and finished_state is null returning number`,
    [experimentID, number, time, state, message ?? null, said ?? null, isAway],
  );
  return rows.length > 0;
}

/** Stores why a load could not start, as a failed load. */
export const storeRefused =
  (database: Database, { owner, now }: { owner: string; now: () => number }) =>
  (experimentID: string, message: string) =>
    database.transaction(async (transaction) => {
      const time = now();
      const begun: LoadStart = {
        refresh: "full",
        turboMode: false,
        metricIDs: [],
        startedBy: "Schedule",
        provider: "",
        windowStart: time,
        windowEnd: time,
      };
      const number = await storeLoad(transaction, experimentID, begun, { owner, now: time });
      await finishLoad(transaction, { experimentID, number }, { state: "failure", time, message });
    });

export const readStatements = (
  reader: Reader,
  experimentID: string,
  loads: readonly number[],
): Promise<StoredStatement[]> =>
  loads.length === 0
    ? Promise.resolve([])
    : reader.query<StoredStatement & Row>(
        `select load_number as "loadNumber", number, provider, engine_id as "engineID", started_time as "startedTime", ms, bytes, cached, sql
         from pulse_statement where experiment_id = $1 and load_number in (${loads.map((_, place) => `$${place + 2}`).join(", ")})
         order by load_number, number`,
        [experimentID, ...loads],
      );

/** Returns the number of characters in the statements of the load that has the most. */
export async function longestStatements(reader: Reader, experimentID: string): Promise<number> {
  const [row] = await reader.query<{ most: number | null }>(
    `select max(characters) as most from (
       select cast(sum(length(sql)) as bigint) as characters from pulse_statement where experiment_id = $1 group by load_number
     ) as of_load`,
    [experimentID],
  );
  return row?.most ?? 0;
}

/** Stores a statement before its progress is polled, with the engine's id by which the admin can find it. */
export const storeStatement = (
  database: Database,
  { experimentID, number: load }: Pick<StoredLoad, "experimentID" | "number">,
  {
    number,
    provider,
    engineID,
    startedTime,
    sql,
  }: Omit<StoredStatement, "loadNumber" | "ms" | "bytes" | "cached">,
) =>
  // Not in the writer transaction, which an import on PostgreSQL may hold for minutes.
  database.query(
    `insert into pulse_statement (experiment_id, load_number, number, provider, engine_id, started_time, cached, sql)
     values ($1, $2, $3, $4, $5, $6, false, $7)`,
    [experimentID, load, number, provider, engineID, startedTime, sql],
  );

export const endStatement = (
  database: Database,
  { experimentID, number: load }: Pick<StoredLoad, "experimentID" | "number">,
  number: number,
  { ms, bytes, cached }: { ms: number; bytes: number | null; cached: boolean },
) =>
  database.query(
    `update pulse_statement set ms = $4, bytes = $5, cached = $6
     where experiment_id = $1 and load_number = $2 and number = $3`,
    [experimentID, load, number, Math.round(ms), bytes, cached],
  );
