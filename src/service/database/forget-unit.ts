// Deletes the stored data of one user, device or other unit: in the log, and among the newest checks and the refused events.
import type { Database } from "./database.ts";
import { removeFromLog } from "./logs.ts";

/** Numbers of deleted rows. */
export interface DeletedRowCounts {
  events: number;
  exposures: number;
  checks: number;
}

/** Deletes all rows with this id, whatever its unit type; results are recomputed from the remaining rows. */
export const forgetUnit = (database: Database, unit: string): Promise<DeletedRowCounts> =>
  database.transaction(
    async (transaction) => {
      // Matches the id as a JSON value, not as a property name: only values follow a colon. One engine writes a space after the colon.
      const places = [`:${JSON.stringify(unit)}`, `: ${JSON.stringify(unit)}`];
      const events = await removeFromLog(
        transaction,
        "event",
        "unit_id = $1 or strpos(cast(ids as text), $2) > 0 or strpos(cast(ids as text), $3) > 0",
        [unit, ...places],
      );
      const exposures = await removeFromLog(transaction, "exposure", "unit_id = $1", [unit]);
      const checks = await transaction.query(
        "delete from recent_check where unit_id = $1 returning unit_id",
        [unit],
      );
      await transaction.query(
        "delete from rejected_event where strpos(cast(event as text), $1) > 0 or strpos(cast(event as text), $2) > 0",
        places,
      );
      return { events, exposures, checks: checks.length };
    },
    { isLong: true },
  );
