// Runs loads in the background, one per experiment at a time across all processes. The results are stored together with
// the end of the load, or not at all.
import { setMaxListeners } from "node:events";
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { LoadPulseRequest } from "#contract/pulse-load-update.ts";
import type { Database, Transaction } from "#service/database/database.ts";
import type { Subject } from "#service/experiments/experiment-results.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import { claimLoad, endLoad, type LoadKey, type Measured } from "./claim-load.ts";
import type { LoadProgress, Measuring, WarehouseAnalysis } from "./load-analysis.ts";
import { failureOf, type ExplainFailure } from "./load-failures.ts";
import { loadStatements } from "./load-statements.ts";
import { tagOf } from "./load-words.ts";
import { loadStartOf, requestedLoad } from "./requested-load.ts";
import type { Finish, StoredLoad } from "./stored-loads.ts";

interface RunLoads {
  database: Database;
  log: Pick<Logger, "warn">;
  now: () => number;
  warehouse: () => Promise<ActiveWarehouse | undefined>;
  analysis: WarehouseAnalysis;
  explain: ExplainFailure;
  /** Id of this process. */
  owner: string;
  /** Called after new numbers are stored. */
  loaded: (experimentID: string) => Promise<unknown>;
}

/** Maximum number of concurrent loads; their statements are queued as well. */
const most = 2;

/** Interval of the heartbeat by which other processes know that a load is still running, ms. */
const lifeEvery = 1000;

interface Own {
  controller: AbortController;
  cancelledBy: string | undefined;
  progress: LoadProgress;
  ended: Promise<void>;
}

export function runLoads({ database, log, now, warehouse, analysis, explain, owner, loaded }: RunLoads) {
  const own = new Map<string, Own>();
  const inTurn = pLimit(most);
  const keyOf = ({ experimentID, number }: LoadKey) => `${experimentID} ${number}`;

  const finish = (load: LoadKey, end: Omit<Finish, "time">, ...measured: [] | [Measured]) =>
    endLoad(database, load, { ...end, time: now() }, ...measured);

  async function run(load: LoadKey, one: Own, measuring: Measuring) {
    const { signal } = one.controller;
    const { provider } = measuring.warehouse;
    const alive =
      database.engine === "postgres" ? setInterval(() => void live(load, one), lifeEvery) : undefined;
    alive?.unref();
    try {
      await inTurn(async () => {
        one.progress = { share: 0, stage: "Asking the warehouse" };
        const tag = tagOf(load.experimentID, load.number);
        const runStatement = loadStatements({
          database,
          warehouse: measuring.warehouse,
          load,
          tag,
          signal,
          now,
        });
        const { missing, ...result } = await analysis.measure(measuring, runStatement, (stage, share) => {
          one.progress = { stage, share };
        });
        signal.throwIfAborted();
        one.progress = { share: 0.99, stage: "Storing the sums" };
        await finish(
          load,
          missing.length ? { state: "partial_failure", message: missing.join(" ") } : { state: "success" },
          { measuring, result },
        );
      });
    } catch (error) {
      await finish(load, await failureOf(error, { provider, cancelledBy: one.cancelledBy, explain }));
      return;
    } finally {
      clearInterval(alive);
      own.delete(keyOf(load));
    }
    await loaded(load.experimentID);
  }

  /** Sends a heartbeat, and checks whether somebody wants the load stopped. */
  async function live(load: LoadKey, one: Own) {
    const [row] = await database
      .query<{ by: string | null }>(
        `update pulse_load set alive_time = $3, progress = $4
         where experiment_id = $1 and number = $2 returning cancelled_by as by`,
        [load.experimentID, load.number, now(), JSON.stringify(one.progress)],
      )
      .catch(() => []);
    if (typeof row?.by === "string") stop(one, row.by);
  }

  function stop(one: Own, by: string) {
    one.cancelledBy ??= by;
    one.controller.abort(new Error("The load was stopped"));
  }

  /** Starts the work of a claimed load. */
  function begin(load: LoadKey, measuring: Measuring) {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    const one: Own = {
      controller,
      cancelledBy: undefined,
      progress: { share: 0, stage: "Waiting for other loads" },
      ended: Promise.resolve(),
    };
    own.set(keyOf(load), one);
    one.ended = run(load, one, measuring).catch((error: unknown) =>
      log.warn({ message: "The end of a load could not be stored", ...load, error: String(error) }),
    );
  }

  const measuringOf = (subject: Subject, request: LoadPulseRequest) =>
    requestedLoad({ database, warehouse, analysis }, subject, request);

  return {
    measuringOf,
    /** Starts a load, or joins an equal one that is running; returns its number. `also` runs in the same transaction. */
    start: async (
      subject: Subject,
      request: LoadPulseRequest,
      startedBy: string,
      also?: (transaction: Transaction) => Promise<boolean>,
    ): Promise<number | undefined> => {
      const measuring = await measuringOf(subject, request);
      const experimentID = subject.experiment.id;
      const begun = loadStartOf(measuring, request, startedBy);
      const claimed = await database.transaction(async (transaction) =>
        also && !(await also(transaction))
          ? undefined
          : claimLoad(transaction, experimentID, begun, { owner, now: now() }),
      );
      if (claimed?.isNew) begin({ experimentID, number: claimed.number }, measuring);
      return claimed?.number;
    },
    /** Stops a load of this or another process, including its statements at the engine. */
    cancel: async (load: StoredLoad, by: string): Promise<void> => {
      const one = own.get(keyOf(load));
      if (one) {
        stop(one, by);
        return one.ended;
      }
      await database.query(
        "update pulse_load set cancelled_by = $3 where experiment_id = $1 and number = $2 and finished_state is null",
        [load.experimentID, load.number, by],
      );
    },
    progress: (load: LoadKey) => own.get(keyOf(load))?.progress,
    isOwn: (load: LoadKey) => own.has(keyOf(load)),
    /** Stops the loads of an experiment that run in this process; resolves when they have ended. */
    stopOf: async (experimentID: string, by: string) => {
      const some = [...own].filter(([key]) => key.startsWith(`${experimentID} `)).map(([, one]) => one);
      for (const one of some) stop(one, by);
      await Promise.all(some.map(({ ended }) => ended));
    },
    /** Stops all loads of this process. */
    stopAll: (by: string) => {
      for (const one of own.values()) stop(one, by);
    },
    /** Resolves when no load is running any more. */
    settled: async () => {
      await Promise.all([...own.values()].map(({ ended }) => ended));
    },
  };
}
export type Loads = ReturnType<typeof runLoads>;
