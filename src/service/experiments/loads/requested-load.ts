// Converts a request to what a load measures, or rejects it with the reason.
import type { LoadPulseRequest } from "#contract/pulse-load-update.ts";
import type { Database } from "#service/database/database.ts";
import type { Subject } from "#service/experiments/experiment-results.ts";
import { readShown } from "#service/experiments/loaded-results.ts";
import { metricsOf } from "#service/experiments/result-inputs.ts";
import { badField, badRequest, HttpError } from "#service/http/errors.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import type { Measuring, WarehouseAnalysis } from "./load-analysis.ts";
import { loadWindow, startOf } from "./load-window.ts";
import type { LoadStart } from "./stored-loads.ts";

interface Requested {
  database: Database;
  warehouse: () => Promise<ActiveWarehouse | undefined>;
  analysis: WarehouseAnalysis;
}

/** Throws if the experiment cannot be loaded, or not in the requested way. */
export async function requestedLoad(
  { database, warehouse, analysis }: Requested,
  { experiment, metrics: all, now }: Subject,
  request: LoadPulseRequest,
): Promise<Measuring> {
  const active = await warehouse();
  if (!active) throw new HttpError(400, "No warehouse is in use. Choose one on the page Warehouse.");
  const refused = await analysis.obstacle(experiment, active.provider);
  if (refused) throw new HttpError(400, refused);
  const window = loadWindow(experiment, now);
  if (!window) throw new HttpError(400, "Experiment has not yet started");
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
  if (!shown) throw new HttpError(400, "Nothing is loaded yet. Load all metrics first.");
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
  // The other metrics were measured up to the same time.
  return { ...measuring, metrics: found, window: { ...window, end: shown.windowEnd } };
}

export const loadStartOf = (
  measuring: Measuring,
  request: LoadPulseRequest,
  startedBy: string,
): LoadStart => ({
  refresh: request.refresh,
  turboMode: request.turboMode,
  metricIDs: (request.metricIDs ?? []).toSorted(),
  startedBy,
  provider: measuring.warehouse.provider,
  windowStart: measuring.window.start,
  windowEnd: measuring.window.end,
});
