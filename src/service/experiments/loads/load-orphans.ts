// Ends what a process left behind that was killed: its loads, and their statements at the engine.
import type { Database } from "#service/database/database.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import { finishLoad, readLoads } from "./stored-loads.ts";

/** ms without a sign of life after which the process of a load is taken for dead. */
const deadAfter = 15_000;

interface Orphan extends Record<string, unknown> {
  experimentID: string;
  load: number;
  number: number;
  provider: string;
  engineID: string;
  startedTime: number;
}

interface LoadOrphans {
  database: Database;
  now: () => number;
  warehouse: () => Promise<ActiveWarehouse | undefined>;
  owner: string;
}

export function loadOrphans({ database, now, warehouse, owner }: LoadOrphans) {
  /** The embedded database has one process: whatever another one ran is over. */
  const lostLoads = () =>
    database.engine === "duckdb"
      ? readLoads(database, "finished_state is null and owner <> $1", [owner])
      : readLoads(database, "finished_state is null and owner <> $1 and alive_time < $2", [
          owner,
          now() - deadAfter,
        ]);

  const lostStatements = () =>
    database.query<Orphan>(
      `select s.experiment_id as "experimentID", s.load_number as load, s.number, s.provider, s.engine_id as "engineID",
         s.started_time as "startedTime"
       from pulse_statement s join pulse_load l on l.experiment_id = s.experiment_id and l.number = s.load_number
       where not s.is_ended and l.finished_state is not null`,
    );

  async function stopAtEngine(active: ActiveWarehouse | undefined, one: Orphan): Promise<boolean> {
    // The engine was told how long it may take.
    if (one.startedTime < now() - 86_400_000) return true;
    if (active?.provider !== one.provider) return false;
    return active.cancel(one.engineID).then(
      () => true,
      // It is tried again while the warehouse is away.
      () => false,
    );
  }

  /** Looks once. */
  return async function endOrphans() {
    for (const load of await lostLoads())
      await finishLoad(database, load, {
        state: "failure",
        time: now(),
        message: "The service stopped while it ran. Its statements are stopped; load again.",
      });
    const statements = await lostStatements();
    if (statements.length === 0) return;
    const active = await warehouse();
    for (const one of statements)
      if (await stopAtEngine(active, one))
        await database.query(
          "update pulse_statement set is_ended = true where experiment_id = $1 and load_number = $2 and number = $3",
          [one.experimentID, one.load, one.number],
        );
  };
}
