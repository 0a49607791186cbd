// Describes why a load failed, in words for its history.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { StagingRefused } from "#service/analysis/warehouse/staged-tables.ts";
import { deadlinePassed, WarehouseError } from "#service/warehouse/statement.ts";
import { LoadRefused } from "./load-statements.ts";
import type { Finish } from "./stored-loads.ts";

/** Returns the error in plain words, and the engine's message without secrets. */
export type ExplainFailure = (
  provider: WarehouseProvider,
  error: unknown,
) => Promise<{ sentence: string; said: string; isAway: boolean }>;

interface Failed {
  provider: WarehouseProvider;
  /** Who stopped the load, if somebody did. */
  cancelledBy: string | undefined;
  explain: ExplainFailure;
}

/** Returns the final state of a load that failed. */
export async function failureOf(
  error: unknown,
  { provider, cancelledBy, explain }: Failed,
): Promise<Omit<Finish, "time">> {
  if (cancelledBy !== undefined)
    return { state: "cancelled", message: `Stopped by ${cancelledBy}. Nothing of it is stored.` };
  if (error instanceof LoadRefused) return { state: "failure", message: error.message };
  if (error instanceof StagingRefused) {
    const { sentence, said, isAway } = await explain(provider, error.cause);
    const message = isAway ? sentence : `Nothing can be staged in the warehouse; load in full. ${sentence}`;
    return { state: "failure", message, said, isAway };
  }
  const { sentence, said, isAway } = await explain(provider, error);
  const isLate = error instanceof WarehouseError && error.code === deadlinePassed;
  return isLate
    ? {
        state: "timeout",
        message:
          "A statement took longer than its limit, and was stopped. The limit stands on the page Warehouse.",
      }
    : { state: "failure", message: sentence, said, isAway };
}
