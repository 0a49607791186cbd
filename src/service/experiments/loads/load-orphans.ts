// Ends the loads of processes that were killed.
import type { Database } from "#service/database/database.ts";
import { finishLoad, readLoads } from "./stored-loads.ts";

/** Time without a heartbeat (ms) after which the process of a load is considered dead. */
const deadAfter = 15_000;

interface LoadOrphans {
  database: Database;
  now: () => number;
  owner: string;
}

export function loadOrphans({ database, now, owner }: LoadOrphans) {
  /** The embedded database allows only one process, so loads of any other process are over. */
  const lostLoads = () =>
    database.engine === "duckdb"
      ? readLoads(database, "finished_state is null and owner <> $1", [owner])
      : readLoads(database, "finished_state is null and owner <> $1 and alive_time < $2", [
          owner,
          now() - deadAfter,
        ]);

  /** Runs one check. */
  return async function endOrphans() {
    for (const load of await lostLoads())
      await finishLoad(database, load, {
        state: "failure",
        time: now(),
        message: "The service stopped while it ran. Its statements are stopped; load again.",
      });
  };
}
