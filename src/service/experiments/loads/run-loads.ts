// Runs loads in the background: one of an experiment at a time, whichever process was asked. What they measure is stored whole, together
// with their end, or not at all.
import { setMaxListeners } from "node:events";
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import { sameJson } from "#contract/json5.ts";
import type { PulseLoad } from "#contract/pulse-load.ts";
import type { LoadPulseRequest } from "#contract/pulse-load-update.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Database, Transaction } from "#service/database/database.ts";
import type { Window } from "#service/analysis/totals/assignment.ts";
import { badField, badRequest, Refusal } from "#service/http/errors.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import { deadlinePassed, WarehouseError } from "#service/warehouse/statement.ts";
import type { Subject } from "#service/experiments/experiment-results.ts";
import { loadSettings, metricsOf, type LoadSettings } from "#service/experiments/result-inputs.ts";
import { loadStatements, LoadRefused, type Ask, type RunStatement } from "./load-statements.ts";
import { loadWindow } from "./load-window.ts";
import {
  readLoaded,
  readShown,
  storeLoaded,
  type LoadedResults,
} from "#service/experiments/loaded-results.ts";
import { mergedSettings, mergedSummary } from "./merge-metrics.ts";
import {
  finishLoad,
  readLoads,
  storeLoad,
  type Begun,
  type Finish,
  type StoredLoad,
} from "./stored-loads.ts";

export type LoadProgress = NonNullable<PulseLoad["progress"]>;

/** The metrics of an experiment that are measured, and over which time. */
export interface Measuring {
  experiment: Experiment;
  metrics: readonly Metric[];
  window: Window;
  /** Days are measured one by one, too. */
  hasDays: boolean;
  refresh: Begun["refresh"];
  warehouse: ActiveWarehouse;
}

export interface MeasuredLoad extends LoadedResults {
  /** In sentences; empty where everything was measured. */
  missing: readonly string[];
}

/** The analysis that runs in a warehouse. */
export interface WarehouseAnalysis {
  /** The statements that it would send. */
  statements: (measuring: Measuring) => Promise<readonly Ask[]>;
  measure: (
    measuring: Measuring,
    run: RunStatement,
    onStage: (stage: string, share: number) => void,
  ) => Promise<MeasuredLoad>;
  /** Why an experiment cannot be loaded, in words. */
  obstacle: (experiment: Experiment, provider: WarehouseProvider) => Promise<string | undefined>;
  /** Why loads cannot be incremental. */
  onlyFull: (warehouse: ActiveWarehouse) => Promise<string | undefined>;
}

export type ExplainFailure = (
  provider: WarehouseProvider,
  error: unknown,
) => Promise<{ sentence: string; said: string; isAway: boolean }>;

interface RunLoads {
  database: Database;
  log: Pick<Logger, "warn">;
  now: () => number;
  warehouse: () => Promise<ActiveWarehouse | undefined>;
  analysis: WarehouseAnalysis;
  /** An error in plain words, and the engine's own without secrets. */
  explain: ExplainFailure;
  /** This process. */
  owner: string;
  /** Told after new numbers are stored. */
  loaded: (experimentID: string) => Promise<unknown>;
}

/** Loads at once; their statements wait for each other besides. */
const most = 2;

/** ms between two signs of life, by which other processes know that a load goes on. */
const lifeEvery = 1000;

export const startOf = ({ startTime }: Experiment) => startTime ?? Infinity;
export const tagOf = (experimentID: string, number: number) => `assay ${experimentID} load ${number}`;

interface Own {
  controller: AbortController;
  cancelledBy: string | undefined;
  progress: LoadProgress;
  ended: Promise<void>;
}

export function runLoads({ database, log, now, warehouse, analysis, explain, owner, loaded }: RunLoads) {
  const own = new Map<string, Own>();
  const inTurn = pLimit(most);
  const keyOf = ({ experimentID, number }: Pick<StoredLoad, "experimentID" | "number">) =>
    `${experimentID} ${number}`;

  /** Throws where this experiment cannot be loaded, or not so. */
  async function measuringOf({ experiment, metrics: all, now: time }: Subject, request: LoadPulseRequest) {
    const active = await warehouse();
    if (!active) throw new Refusal(400, "No warehouse is in use. Choose one on the page Warehouse.");
    const refused = await analysis.obstacle(experiment, active.provider);
    if (refused) throw new Refusal(400, refused);
    const window = loadWindow(experiment, time);
    if (!window) throw new Refusal(400, "Experiment has not yet started");
    const onlyFull = request.refresh === "incremental" && (await analysis.onlyFull(active));
    if (onlyFull) throw badField("refresh", onlyFull);
    const metrics = metricsOf(experiment, all);
    const measuring: Measuring = {
      experiment,
      metrics,
      window,
      hasDays: !request.turboMode,
      refresh: request.refresh,
      warehouse: active,
    };
    if (request.refresh !== "metric") return measuring;
    const shown = await readShown(database, experiment.id, startOf(experiment));
    if (!shown) throw new Refusal(400, "Nothing is loaded yet. Load all metrics first.");
    const asked = new Set(request.metricIDs);
    const found = metrics.filter(({ id }) => asked.has(id));
    const unknown = [...asked].filter((id) => !found.some((metric) => metric.id === id));
    if (unknown.length)
      throw badRequest(
        unknown.map((id) => ({
          property: "metricIDs",
          errorMessage: `The experiment has no metric '${id}'`,
        })),
      );
    // The others were measured up to there.
    return { ...measuring, metrics: found, window: { ...window, end: shown.windowEnd } };
  }

  const begunOf = (measuring: Measuring, request: LoadPulseRequest, startedBy: string): Begun => ({
    refresh: request.refresh,
    turboMode: request.turboMode,
    metricIDs: (request.metricIDs ?? []).toSorted(),
    startedBy,
    provider: measuring.warehouse.provider,
    windowStart: measuring.window.start,
    windowEnd: measuring.window.end,
  });

  /** Stores that a load begins, or finds one that is alike; throws where another one runs. */
  async function claim(transaction: Transaction, experimentID: string, begun: Begun) {
    const [running] = await readLoads(transaction, "experiment_id = $1 and finished_state is null", [
      experimentID,
    ]);
    if (!running)
      return {
        number: await storeLoad(transaction, experimentID, begun, { owner, now: now() }),
        isNew: true,
      };
    const { refresh, turboMode, metricIDs } = running;
    const isAlike = sameJson(
      { refresh, turboMode, metricIDs },
      { refresh: begun.refresh, turboMode: begun.turboMode, metricIDs: begun.metricIDs },
    );
    if (isAlike) return { number: running.number, isNew: false };
    throw new Refusal(
      409,
      `Another load of this experiment runs, begun by ${running.startedBy}. Wait for its end, or stop it.`,
    );
  }

  /** With its end the answer is stored, unless somebody else has ended the load. */
  const finish = (
    load: Pick<StoredLoad, "experimentID" | "number">,
    end: Omit<Finish, "time">,
    measured?: Stored,
  ) =>
    database.transaction(async (transaction) => {
      const isEnded = await finishLoad(transaction, load, { ...end, time: now() });
      if (isEnded && measured) await store(transaction, load, measured);
      return isEnded;
    });

  interface Stored {
    measuring: Measuring;
    result: LoadedResults;
  }

  async function store(
    transaction: Transaction,
    { experimentID, number }: Pick<StoredLoad, "experimentID" | "number">,
    { measuring, result }: Stored,
  ) {
    const { experiment, metrics, window, refresh } = measuring;
    const own = loadSettings(experiment, metrics);
    const of = { loadNumber: number, computedTime: now(), windowEnd: window.end };
    const before =
      refresh === "metric"
        ? await readLoaded(transaction, experimentID, "summary", startOf(experiment))
        : undefined;
    if (!before)
      return storeLoaded(transaction, experimentID, { ...of, settings: JSON.stringify(own) }, result);
    const ids = metrics.map(({ id }) => id);
    // storeLoaded wrote these settings.
    const settings = mergedSettings(JSON.parse(before.settings) as LoadSettings, own);
    await storeLoaded(
      transaction,
      experimentID,
      { ...of, settings: JSON.stringify(settings) },
      { ...result, ...mergedSummary(before.result, result, ids) },
    );
  }

  /** The end of a load that did not succeed. */
  async function failureOf(
    one: Own,
    provider: WarehouseProvider,
    error: unknown,
  ): Promise<Omit<Finish, "time">> {
    if (one.cancelledBy !== undefined)
      return { state: "cancelled", message: `Stopped by ${one.cancelledBy}. Nothing of it is stored.` };
    if (error instanceof LoadRefused) return { state: "failure", message: error.message };
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

  async function run(load: Pick<StoredLoad, "experimentID" | "number">, one: Own, measuring: Measuring) {
    const { signal } = one.controller;
    const { provider } = measuring.warehouse;
    const alive =
      database.engine === "postgres" ? setInterval(() => void live(load, one), lifeEvery) : undefined;
    alive?.unref();
    try {
      await inTurn(async () => {
        one.progress = { share: 0, stage: "Asking the warehouse" };
        const tag = tagOf(load.experimentID, load.number);
        const ask = loadStatements({ database, warehouse: measuring.warehouse, load, tag, signal, now });
        const { missing, ...result } = await analysis.measure(measuring, ask, (stage, share) => {
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
      await finish(load, await failureOf(one, provider, error));
      return;
    } finally {
      clearInterval(alive);
      own.delete(keyOf(load));
    }
    await loaded(load.experimentID);
  }

  /** Says that it runs, and hears whether somebody wants it stopped. */
  async function live(load: Pick<StoredLoad, "experimentID" | "number">, one: Own) {
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

  /** Begins the work of a load that was claimed. */
  function begin(load: Pick<StoredLoad, "experimentID" | "number">, measuring: Measuring) {
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

  return {
    measuringOf,
    /** Begins a load, or joins one that is alike; answers its number. `also` is stored with it. */
    start: async (
      subject: Subject,
      request: LoadPulseRequest,
      startedBy: string,
      also?: (transaction: Transaction) => Promise<boolean>,
    ): Promise<number | undefined> => {
      const measuring = await measuringOf(subject, request);
      const experimentID = subject.experiment.id;
      const begun = begunOf(measuring, request, startedBy);
      const claimed = await database.transaction(async (transaction) =>
        also && !(await also(transaction)) ? undefined : claim(transaction, experimentID, begun),
      );
      if (claimed?.isNew) begin({ experimentID, number: claimed.number }, measuring);
      return claimed?.number;
    },
    /** Stops a load of this process or of another one, also at the engine. */
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
    progress: (load: Pick<StoredLoad, "experimentID" | "number">) => own.get(keyOf(load))?.progress,
    isOwn: (load: Pick<StoredLoad, "experimentID" | "number">) => own.has(keyOf(load)),
    /** Ends all loads of this process. */
    stopAll: (by: string) => {
      for (const one of own.values()) stop(one, by);
    },
    /** When nothing runs any more. */
    settled: async () => {
      await Promise.all([...own.values()].map(({ ended }) => ended));
    },
  };
}
export type Loads = ReturnType<typeof runLoads>;
