// Merges a load of some metrics with the stored results of the others. Pure.
import type { LoadSettings } from "#service/experiments/result-inputs.ts";
import type { LoadedResults } from "#service/experiments/loaded-results.ts";

type Summary = Pick<LoadedResults, "measurements" | "counts">;

export function mergedSummary(stored: Summary, loaded: Summary, metricIDs: readonly string[]): Summary {
  const { measurements, counts } = loaded;
  const others = stored.counts.metricsWithData.filter((id) => !metricIDs.includes(id));
  return {
    measurements: {
      assignment: measurements.assignment,
      metrics: { ...stored.measurements.metrics, ...measurements.metrics },
      loggedEvents: [...new Set([...stored.measurements.loggedEvents, ...measurements.loggedEvents])].sort(),
    },
    counts: { ...counts, metricsWithData: [...others, ...counts.metricsWithData] },
  };
}

export const mergedSettings = (stored: LoadSettings, loaded: LoadSettings): LoadSettings => ({
  experiment: stored.experiment,
  metrics: { ...stored.metrics, ...loaded.metrics },
});

/** True if settings that the numbers depend on have changed. */
export const isOutdated = (stored: LoadSettings, now: LoadSettings) =>
  stored.experiment !== now.experiment ||
  Object.entries(now.metrics).some(([id, settings]) => stored.metrics[id] !== settings);
