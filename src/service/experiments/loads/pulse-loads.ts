// Wires the parts of loads together: running, scheduling, cleaning up orphans, and handlers.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { SourceFreshness } from "#contract/source-preview.ts";
import type { Database } from "#service/database/database.ts";
import { repeat } from "#service/http/repeat.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import type { Subject } from "#service/experiments/experiment-results.ts";
import { stagedDrops } from "./drop-staged.ts";
import { loadHandlers } from "./load-handlers.ts";
import { loadOrphans } from "./load-orphans.ts";
import { loadSchedules } from "./load-schedules.ts";
import { loadStatusHandlers } from "./load-status.ts";
import { loadsOfAllHandlers } from "./loads-of-all.ts";
import type { WarehouseAnalysis } from "./load-analysis.ts";
import type { ExplainFailure } from "./load-failures.ts";
import { runLoads } from "./run-loads.ts";
import { storeRefused } from "./stored-loads.ts";

export interface PulseLoads {
  database: Database;
  log: Pick<Logger, "warn">;
  now: () => number;
  /** Aborted when the service stops; without it, no scheduled load starts. */
  stop: AbortSignal | undefined;
  warehouse: () => Promise<ActiveWarehouse | undefined>;
  analysis: WarehouseAnalysis;
  explain: ExplainFailure;
  subjectOf: (id: string, now: number) => Promise<Subject>;
  /** Last observed freshness of the sources' rows. */
  sources: () => Promise<readonly SourceFreshness[]>;
  /** Called after new numbers are stored. */
  loaded: (experimentID: string) => Promise<unknown>;
}

/** Interval between two checks for due or orphaned loads, ms. */
const lookEvery = 3000;

export function pulseLoads(given: PulseLoads) {
  const { database, log, now, stop, warehouse, subjectOf } = given;
  const owner = randomUUID();
  const loads = runLoads({ ...given, owner });
  const endOrphans = loadOrphans({ database, now, owner });
  const look = loadSchedules({
    database,
    log,
    now,
    loads,
    subjectOf: ({ id }) => subjectOf(id, now()),
    refused: storeRefused(database, { owner, now }),
  });
  const warn = (error: unknown) => {
    if (!stop?.aborted) log.warn({ error: String(error) });
  };
  if (stop) endOrphans().catch(warn);
  const lookOnce = async () => {
    await endOrphans().catch(warn);
    await look();
  };
  repeat(lookOnce, { every: lookEvery, stop, warn });
  stop?.addEventListener("abort", () => loads.stopAll("the end of the service"), { once: true });
  const handlers = {
    ...loadHandlers({ ...given, loads }),
    ...loadStatusHandlers(database, given.sources),
    ...loadsOfAllHandlers(database),
  };
  const dropStaged = stagedDrops({
    database,
    log,
    warehouse,
    stopLoads: (id) => loads.stopOf(id, "the end of the experiment"),
  });
  return { handlers, loads, look, endOrphans, dropStaged };
}
