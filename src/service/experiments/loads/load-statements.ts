// Runs the statements of one load: within the limits, stored before they are polled, and stopped together with the load.
import type { ActiveWarehouse, StatementRequest } from "#service/warehouse/active-warehouse.ts";
import { bytesOfDay } from "#service/warehouse/bytes-read.ts";
import { estimateBytes } from "#service/warehouse/estimate-bytes.ts";
import type { StatementResult } from "#service/warehouse/statement.ts";
import type { Database } from "#service/database/database.ts";
import { tooManyBytes, tooManyToday } from "./load-words.ts";
import { endStatement, storeStatement, type StoredLoad } from "./stored-loads.ts";

/** A statement of an analysis; tag, limits and abort signal come from the load. */
export type AnalysisStatement = Pick<StatementRequest, "text" | "values" | "mayWrite">;
export type RunStatement = (statement: AnalysisStatement) => Promise<StatementResult>;

/** Thrown if a load cannot continue; the message is shown in the history. */
export class LoadRefused extends Error {}

export interface Estimate {
  bytes: number | null;
  largestBytes: number | null;
  refusal: string | undefined;
}

/** Estimates the bytes that statements would read, for comparison with the limits. */
export async function estimateStatements(
  warehouse: ActiveWarehouse,
  requests: readonly StatementRequest[],
  readToday: number,
): Promise<Estimate> {
  const { bytesPerStatement, bytesPerDay } = warehouse.limits;
  let [bytes, largest, isKnown] = [0, 0, true];
  for (const request of requests) {
    // If the engine gives no estimate, its own limit still applies.
    const own = await estimateBytes(warehouse, request).catch(() => null);
    if (own === null) isKnown = false;
    bytes += own ?? 0;
    largest = Math.max(largest, own ?? 0);
  }
  const refusal =
    largest > bytesPerStatement
      ? tooManyBytes(largest, bytesPerStatement)
      : readToday + bytes > bytesPerDay
        ? tooManyToday(bytes, readToday, bytesPerDay)
        : undefined;
  return { bytes: isKnown ? bytes : null, largestBytes: isKnown ? largest : null, refusal };
}

interface Running {
  database: Database;
  warehouse: ActiveWarehouse;
  load: Pick<StoredLoad, "experimentID" | "number">;
  tag: string;
  signal: AbortSignal;
  now: () => number;
}

export function loadStatements({ database, warehouse, load, tag, signal, now }: Running): RunStatement {
  let count = 0;
  return async (statement) => {
    signal.throwIfAborted();
    const request: StatementRequest = { ...statement, tag };
    const { refusal } = await estimateStatements(
      warehouse,
      [request],
      await bytesOfDay(database, warehouse.provider, now()),
    );
    if (refusal) throw new LoadRefused(refusal);
    signal.throwIfAborted();
    const number = (count += 1);
    let started: number | undefined;
    const end = (result: { bytes: number | null; cached: boolean }) =>
      started === undefined
        ? Promise.resolve()
        : endStatement(database, load, number, { ms: performance.now() - started, ...result });
    try {
      const result = await warehouse.run(request, {
        signal,
        submitted: async (engineID) => {
          started = performance.now();
          const { provider } = warehouse;
          const startedTime = now();
          await storeStatement(database, load, {
            number,
            provider,
            engineID,
            startedTime,
            sql: statement.text,
          });
        },
      });
      await end({ bytes: result.bytes, cached: result.cached });
      return result;
    } catch (error) {
      await end({ bytes: null, cached: false });
      throw error;
    }
  };
}
