// Handles requests for loads: starts and stops them, and reports how recent and how expensive they were.
import type { PulseLoad } from "#contract/pulse-load.ts";
import type { Database } from "#service/database/database.ts";
import { countLoads, longestStatements, readLoads, readStatements, type StoredLoad } from "./stored-loads.ts";
import { HttpError } from "#service/http/errors.ts";
import type { Handlers, RequestContext } from "#service/http/handler.ts";
import { bytesOfDay } from "#service/warehouse/bytes-read.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import type { Subject } from "#service/experiments/experiment-results.ts";
import { loadSettings, metricsOf, type LoadSettings } from "#service/experiments/result-inputs.ts";
import { answeredLoad } from "./answered-loads.ts";
import { estimateStatements, LoadRefused } from "./load-statements.ts";
import { readShown } from "#service/experiments/loaded-results.ts";
import { readSchedules } from "./load-schedules.ts";
import { isOutdated } from "./merge-metrics.ts";
import type { Measuring, WarehouseAnalysis } from "./load-analysis.ts";
import { startOf } from "./load-window.ts";
import { tagOf } from "./load-words.ts";
import type { Loads } from "./run-loads.ts";

interface LoadHandlers {
  database: Database;
  warehouse: () => Promise<ActiveWarehouse | undefined>;
  analysis: WarehouseAnalysis;
  loads: Loads;
  subjectOf: (id: string, now: number) => Promise<Subject>;
}

/** Choice: a page of the load history has at most 2,000,000 characters of statements, or one load: it may have fewer items than requested, and says so. */
const mostOfStatements = 2_000_000;

export function loadHandlers({ database, warehouse, analysis, loads, subjectOf }: LoadHandlers) {
  async function answered(found: readonly StoredLoad[], now: number): Promise<PulseLoad[]> {
    const [first] = found;
    if (!first) return [];
    const statements = await readStatements(
      database,
      first.experimentID,
      found.map(({ number }) => number),
    );
    return found.map((load) => answeredLoad(load, statements, { now, progress: loads.progress(load) }));
  }

  const readOne = async (id: string, condition: string, now: number): Promise<PulseLoad | null> => {
    const [load] = await readLoads(
      database,
      `experiment_id = $1 and ${condition} order by number desc limit 1`,
      [id],
    );
    const [one] = load ? await answered([load], now) : [];
    return one ?? null;
  };
  const readNumber = (id: string, number: number, now: number) => readOne(id, `number = ${number}`, now);

  /** Returns the statements and bytes of a load that has not been started. */
  async function planned(measuring: Measuring, context: RequestContext) {
    const { experiment, window, warehouse: active } = measuring;
    const number = (await countLoads(database, experiment.id)) + 1;
    const tag = tagOf(experiment.id, number);
    const statements = await analysis.statements(measuring).catch((error: unknown) => {
      throw error instanceof LoadRefused ? new HttpError(400, error.message) : error;
    });
    const { refusal, ...bytes } = await estimateStatements(
      active,
      statements.map((statement) => ({ ...statement, tag })),
      await bytesOfDay(database, active.provider, context.now),
    );
    const begun = {
      experimentID: experiment.id,
      number,
      createdTime: context.now,
      finishedTime: null,
      finishedState: null,
      message: null,
      said: null,
      owner: "",
      cancelledBy: null,
      progress: null,
      refresh: measuring.refresh,
      turboMode: !measuring.hasDays,
      metricIDs: measuring.metrics.map(({ id }) => id),
      startedBy: context.key.name,
      provider: active.provider,
      windowStart: window.start,
      windowEnd: window.end,
    } satisfies StoredLoad;
    return {
      ...answeredLoad(begun, [], { now: context.now, progress: undefined }),
      progress: null,
      statements: statements.map(({ text }) => ({
        sql: text,
        startedTime: context.now,
        ms: null,
        bytes: null,
        cached: false,
        engineID: "",
      })),
      estimate: {
        statements: statements.length,
        ...bytes,
        limitBytes: active.limits.bytesPerStatement,
        refusal: refusal ?? null,
      },
    };
  }

  return {
    loadPulse: async ({ params: { id }, query: { dryRun }, body }, context) => {
      const subject = await subjectOf(id, context.now);
      if (dryRun) return { data: await planned(await loads.measuringOf(subject, body), context) };
      const number = await loads.start(subject, body, context.key.name);
      const load = await readNumber(id, number ?? 0, context.now);
      if (!load) throw new Error("A load that was stored is not there");
      return { data: load };
    },
    readPulseLoad: async ({ params: { id } }, { now }) => {
      const { experiment, metrics } = await subjectOf(id, now);
      const since = startOf(experiment);
      const shown = Number.isFinite(since) ? await readShown(database, id, since) : undefined;
      const active = await warehouse();
      const [schedule] = await readSchedules(database, id);
      return {
        data: {
          provider: active?.provider ?? null,
          running: await readOne(id, "finished_state is null", now),
          last: await readOne(id, "finished_state is not null", now),
          shown: shown ? await readNumber(id, shown.loadNumber, now) : null,
          shownUntil: shown?.windowEnd ?? null,
          isOutdated:
            shown !== undefined &&
            // `storeLoaded` wrote these settings.
            isOutdated(
              JSON.parse(shown.settings) as LoadSettings,
              loadSettings(experiment, metricsOf(experiment, metrics)),
            ),
          obstacle: (active ? await analysis.obstacle(experiment, active.provider) : undefined) ?? null,
          onlyFull: (active ? await analysis.onlyFull(active) : undefined) ?? null,
          nextTime: typeof experiment.scheduledReloadHour === "number" ? (schedule?.next ?? null) : null,
        },
      };
    },
    cancelPulseLoad: async ({ params: { id } }, context) => {
      await subjectOf(id, context.now);
      const [running] = await readLoads(database, "experiment_id = $1 and finished_state is null", [id]);
      if (!running) return { data: null };
      await loads.cancel(running, context.key.name);
      return { data: await readNumber(id, running.number, context.now) };
    },
    listPulseLoads: async ({ params: { id }, query: { page, limit } }, context) => {
      await subjectOf(id, context.now);
      const longest = Math.max(1, await longestStatements(database, id));
      const itemsPerPage = Math.min(limit, Math.max(1, Math.floor(mostOfStatements / longest)));
      const found = await readLoads(
        database,
        `experiment_id = $1 order by number desc limit ${itemsPerPage} offset ${(page - 1) * itemsPerPage}`,
        [id],
      );
      return {
        items: await answered(found, context.now),
        total: await countLoads(database, id),
        itemsPerPage,
      };
    },
  } satisfies Partial<Handlers>;
}
