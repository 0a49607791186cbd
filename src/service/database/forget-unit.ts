// Removes what is stored of one user, device or other unit: in the log, and among the newest checks and refused events.
import type { Database } from "./database.ts";
import { removeFromLog } from "./logs.ts";

/** Rows that were removed. */
export interface Forgotten {
  events: number;
  exposures: number;
  checks: number;
}

/** Removes all rows with this id, of whatever type it is; results are computed anew from the others. */
export const forgetUnit = (database: Database, unit: string): Promise<Forgotten> =>
  database.transaction(
    async (transaction) => {
      // A value of the JSON, and no name: names have no colon before them. One engine writes a space behind it.
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
