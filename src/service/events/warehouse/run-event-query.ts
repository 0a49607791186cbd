// Runs one query of the events page on the warehouse in use. The bytes it would read are estimated first; the query runs only if
// they are few, or the user has accepted them.
import {
  maxBytesWithoutConsent,
  type WarehouseCost,
  type WarehouseEstimate,
} from "#contract/warehouse-events.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Reader } from "#service/database/database.ts";
import { clientClosedRequest, HttpError } from "#service/http/errors.ts";
import type { ActiveWarehouse, StatementRequest } from "#service/warehouse/active-warehouse.ts";
import { bytesOfDay } from "#service/warehouse/bytes-read.ts";
import { bytesText } from "#service/warehouse/bytes-text.ts";
import { estimateBytes } from "#service/warehouse/estimate-bytes.ts";
import { bytesPassed, WarehouseError, type WarehouseRow } from "#service/warehouse/statement.ts";

/** Explains an error of the engine: a sentence for the user, the engine's own message, and `isAway` if the warehouse did not
 *  answer or rejected the sign-in. */
export type ExplainFailure = (
  provider: WarehouseProvider,
  error: unknown,
) => Promise<{ sentence: string; said: string; isAway: boolean }>;

interface Asking {
  readonly reader: Reader;
  readonly warehouse: ActiveWarehouse;
  readonly explain: ExplainFailure;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Choice: a query of the events page is stopped after five minutes, or earlier by the limit of the connection, because a user waits for it. */
const mostMs = 300_000;
/** Factor by which a query may exceed the accepted bytes, because engines bill whole blocks of each table. */
const rounding = 1.1;

/** Returns the error to throw: 499 if the client disconnected, 409 at a limit of bytes, 504 after the deadline, 503 if the
 *  warehouse is unavailable, else 502. An error that is not the warehouse's is returned unchanged. */
async function refusalOf(
  error: unknown,
  { warehouse, explain, signal }: Asking,
  deadline: number,
): Promise<unknown> {
  if (signal.aborted) return clientClosedRequest();
  if (!(error instanceof WarehouseError)) return error;
  if (error.code === bytesPassed) return new HttpError(409, error.message);
  // The statement was cancelled, by the engine or by this service.
  if (Date.now() >= deadline)
    return new HttpError(504, "It took longer than its limit. Choose a shorter time, or a name.");
  const { sentence, said, isAway } = await explain(warehouse.provider, error);
  return new HttpError(isAway ? 503 : 502, sentence, { data: { said } });
}

/** Estimates the bytes of a query, and checks them against the limits per statement and per day. */
async function estimateOf(
  { reader, warehouse, now }: Asking,
  request: StatementRequest,
): Promise<WarehouseEstimate> {
  const { bytesPerStatement: limitBytes, bytesPerDay } = warehouse.limits;
  const bytes = await estimateBytes(warehouse, request);
  const read = await bytesOfDay(reader, warehouse.provider, now);
  const advice = "Choose a shorter time, or raise the limit on the page Warehouse.";
  const refusal =
    (bytes ?? 0) > limitBytes
      ? `This would read about ${bytesText(bytes ?? 0)}; a statement may read ${bytesText(limitBytes)}. ${advice}`
      : read + (bytes ?? 0) > bytesPerDay
        ? `This would read about ${bytesText(bytes ?? 0)}; of ${bytesText(bytesPerDay)} that may be read in a day ${bytesText(read)} are read. ${advice}`
        : null;
  return { bytes, neededBytes: bytes ?? limitBytes, limitBytes, refusal };
}

// Choice: if an engine gives no estimate, a statement counts as reading the most that it may, and the user has to accept that first.
/** Estimates a query and runs it. `cost` and `rows` are null if a limit forbids the query, or if the user first has to accept
 *  more than `acceptBytes`. `tag` names the statement at the engine. Throws an HttpError with status 409, 499, 502, 503 or 504. */
export async function runEventQuery(
  asking: Asking,
  { text, tag }: { text: string; tag: string },
  acceptBytes = 0,
): Promise<{
  estimate: WarehouseEstimate;
  cost: WarehouseCost | null;
  rows: readonly WarehouseRow[] | null;
}> {
  const { warehouse, signal } = asking;
  const accepted = Math.max(maxBytesWithoutConsent, acceptBytes);
  const deadline = Date.now() + Math.min(mostMs, warehouse.limits.seconds * 1000);
  const request: StatementRequest = { text, values: [], tag, isInteractive: true, deadline };
  try {
    const estimate = await estimateOf(asking, request);
    signal.throwIfAborted();
    if (estimate.refusal !== null || estimate.neededBytes > accepted)
      return { estimate, cost: null, rows: null };
    const result = await warehouse.run({ ...request, byteLimit: accepted * rounding }, { signal });
    const { bytes, ms, cached, id } = result;
    return { estimate, cost: { bytes, ms, cached, engineID: id, sql: text }, rows: result.rows };
  } catch (error) {
    throw await refusalOf(error, asking, deadline);
  }
}
