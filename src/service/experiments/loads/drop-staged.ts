// Drops staged tables of experiments that no longer need them: in the background after an experiment is archived,
// deleted or reset and, if that failed, with the next load that stages.
import type { Logger } from "pino";
import { dialects } from "#service/analysis/warehouse/dialects.ts";
import { dropStaged } from "#service/analysis/warehouse/staged-tables.ts";
import type { Database } from "#service/database/database.ts";
import type { Handlers } from "#service/http/handler.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";

/** Returns experiments that were loaded and have since been deleted, archived or reset. */
export const endedExperiments = (database: Database): Promise<{ id: string; running: number }[]> =>
  database.query(
    `select l.experiment_id as id, cast(sum(case when l.finished_state is null then 1 else 0 end) as integer) as running
     from pulse_load l left join experiment e on e.id = l.experiment_id
     where e.id is null or e.status in ('archived', 'setup') group by l.experiment_id`,
  );

interface StagedDrops {
  database: Database;
  log: Pick<Logger, "warn">;
  warehouse: () => Promise<ActiveWarehouse | undefined>;
  /** Stops the loads of an experiment that run in this process, and waits until they have ended. */
  stopLoads: (experimentID: string) => Promise<unknown>;
}

/** Returns the function to call after a write; it does nothing if the experiment still needs its tables, for example after a dry run. */
export const stagedDrops =
  ({ database, log, warehouse, stopLoads }: StagedDrops) =>
  async (experimentID: string): Promise<void> => {
    try {
      const active = await warehouse();
      if (!active?.staging) return;
      const find = async () => (await endedExperiments(database)).find(({ id }) => id === experimentID);
      if (!(await find())) return;
      await stopLoads(experimentID);
      // Another process may still run a load.
      const ended = await find();
      if (!ended || ended.running > 0) return;
      const run = async (text: string, _: string, mayWrite?: true) =>
        (
          await active.run({
            text,
            values: [],
            tag: `assay ${experimentID} dropped`,
            ...(mayWrite && { mayWrite }),
          })
        ).rows;
      await dropStaged(run, dialects[active.provider], active.staging, experimentID);
    } catch (error) {
      log.warn({ message: "What was staged could not be dropped", experimentID, error: String(error) });
    }
  };

type Ending = Pick<Handlers, "archiveExperiment" | "deleteExperiment" | "resetExperiment">;

/** Wraps the handlers of the writes; each answers before its tables are dropped. */
export const withStagedDrops = <All extends Ending>(
  handlers: All,
  drop: (experimentID: string) => Promise<void>,
): All => ({
  ...handlers,
  archiveExperiment: async (input, context) => {
    const answer = await handlers.archiveExperiment(input, context);
    void drop(input.params.id);
    return answer;
  },
  deleteExperiment: async (input, context) => {
    const answer = await handlers.deleteExperiment(input, context);
    void drop(input.params.id);
    return answer;
  },
  resetExperiment: async (input, context) => {
    const answer = await handlers.resetExperiment(input, context);
    void drop(input.params.id);
    return answer;
  },
});
