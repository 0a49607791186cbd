// Implements the analysis of experiments in the warehouse in use: from stored sources to statements, and from their
// answers to stored results.
import type { Metric } from "#contract/metric.ts";
import { amountsOf, metricInput } from "#service/analysis/plan/metric-inputs.ts";
import { dialects } from "#service/analysis/warehouse/dialects.ts";
import { measureInWarehouse } from "#service/analysis/warehouse/measure-in-warehouse.ts";
import {
  measureStaged,
  type StagedDays,
  type StagedMeasurements,
} from "#service/analysis/warehouse/measure-staged.ts";
import { dropExpired, keptDays, StagingRefused } from "#service/analysis/warehouse/staged-tables.ts";
import { measureSeriesInWarehouse } from "#service/analysis/warehouse/series-in-warehouse.ts";
import type { WarehouseSources } from "#service/analysis/warehouse/source-tables.ts";
import { readWarehouseSources } from "#service/analysis/warehouse/warehouse-sources.ts";
import type { Database } from "#service/database/database.ts";
import type { MeasuredTimeSeries } from "#service/analysis/time-series/measure-time-series.ts";
import { analysisOf, timeSeriesAnalysisOf } from "#service/experiments/analysis-settings.ts";
import type { Run, WarehouseRows } from "#service/analysis/warehouse/run.ts";
import { endedExperiments } from "./drop-staged.ts";
import { LoadRefused, type AnalysisStatement } from "./load-statements.ts";
import type { Measuring, WarehouseAnalysis } from "./load-analysis.ts";

type OnStage = (stage: string, share: number) => void;

interface Found {
  sources: WarehouseSources;
  /** The metrics that can be measured. */
  metrics: readonly Metric[];
  /** Sentences about what is missing for the other metrics. */
  missing: readonly string[];
}

/** Time after which the staged tables of an experiment that is no longer loaded are dropped, ms. */
const stagedFor = keptDays * 86_400_000;

/** `now` also numbers staged loads. */
export function warehouseAnalysis(database: Database, now: () => number): WarehouseAnalysis {
  const read = ({ experiment, warehouse }: Measuring, metrics: readonly Metric[]) =>
    readWarehouseSources(database, experiment, metrics, warehouse.provider);

  /** Finds the sources; a metric that cannot be measured does not prevent measuring the others. */
  async function find(measuring: Measuring): Promise<Found> {
    const all = await read(measuring, measuring.metrics);
    if ("sources" in all) return { ...all, metrics: measuring.metrics, missing: [] };
    const metrics: Metric[] = [];
    for (const metric of measuring.metrics)
      if ("sources" in (await read(measuring, [metric]))) metrics.push(metric);
    const some = await read(measuring, metrics);
    const sentences = [...new Set(all.missing.map(({ sentence }) => sentence))];
    if ("missing" in some || metrics.length === 0) throw new LoadRefused(sentences.join(" "));
    return { ...some, metrics, missing: sentences };
  }

  async function measure(
    measuring: Measuring,
    { sources, metrics }: Found,
    run: Run,
    onStage?: OnStage,
  ): Promise<StagedMeasurements> {
    const { experiment, window, warehouse } = measuring;
    const analysis = { ...analysisOf(experiment, metrics, window.end), window };
    const measured = await measureInWarehouse(run, dialects[warehouse.provider], sources, analysis, {
      ...(onStage && { onStage }),
    });
    return { ...measured, days: [] };
  }

  /**
   * Reads only the days that changed since they were staged, or all days for a full load. A full load falls back to
   * measuring without staging if nothing can be written. A load of single metrics never stages, since the days of the
   * other metrics would then be read again.
   */
  async function stage(
    measuring: Measuring,
    found: Found,
    run: Run,
    onStage: OnStage,
  ): Promise<StagedMeasurements> {
    const { experiment, window, warehouse, refresh } = measuring;
    const { provider, staging: place } = warehouse;
    if (!place || refresh === "metric") return measure(measuring, found, run, onStage);
    const analysis = { ...analysisOf(experiment, found.metrics, window.end), window };
    const staging = { place, experimentID: experiment.id, now: now(), isAnew: refresh === "full" };
    try {
      const measured = await measureStaged(run, dialects[provider], found.sources, analysis, staging, {
        onStage,
      });
      const ended = (await endedExperiments(database)).filter(({ running }) => running === 0);
      await dropExpired(run, dialects[provider], place, {
        before: now() - stagedFor,
        ended: ended.map(({ id }) => id),
      });
      return measured;
    } catch (error) {
      if (!(error instanceof StagingRefused) || refresh === "incremental") throw error;
      return measure(measuring, found, run, onStage);
    }
  }

  /** Choice: loads read daily series of primary metrics, and of metrics that are loaded alone, unless the load is in turbo mode. */
  async function measureDays(
    measuring: Measuring,
    { sources, metrics }: Found,
    staged: readonly StagedDays[],
    run: Run,
    onStage: OnStage,
  ): Promise<Record<string, MeasuredTimeSeries>> {
    const { experiment, window, warehouse, hasDays, refresh } = measuring;
    if (!hasDays) return {};
    const isPrimary = ({ name, type }: Metric) =>
      experiment.primaryMetrics?.some((metric) => metric.name === name && metric.type === type);
    const shown = refresh === "metric" ? metrics : metrics.filter(isPrimary);
    const answered = new Map<string, Promise<WarehouseRows>>();
    // The statement for the unit days is the same for all metrics, so its answer is reused.
    const runOnce: Run = (text, tag) => {
      const known = answered.get(text) ?? run(text, tag);
      answered.set(text, known);
      return known;
    };
    const days: Record<string, MeasuredTimeSeries> = {};
    for (const [place, metric] of shown.entries()) {
      onStage(`Days of ${metric.name}`, 0.6 + (0.4 * place) / shown.length);
      const analysis = { ...timeSeriesAnalysisOf(experiment, metric, window.end), window };
      days[metric.id] = await measureSeriesInWarehouse(
        runOnce,
        dialects[warehouse.provider],
        sources,
        analysis,
        staged,
      );
    }
    return days;
  }

  return {
    statements: async (measuring) => {
      const statements: AnalysisStatement[] = [];
      const found = await find(measuring);
      await measure(measuring, found, async (text) => {
        statements.push({ text, values: [] });
        return [];
      });
      return statements;
    },
    measure: async (measuring, runStatement, onStage) => {
      const found = await find(measuring);
      const run: Run = async (text, _tag, mayWrite) =>
        (await runStatement({ text, values: [], ...(mayWrite && { mayWrite }) })).rows;
      const onPart: OnStage = (stage, share) => onStage(stage, measuring.hasDays ? share * 0.6 : share);
      const measured = await stage(measuring, found, run, onPart);
      const { measurements, exposures, withUnit, newUnits } = measured;
      const timeSeries = await measureDays(measuring, found, measured.days, run, onStage);
      const logged = new Set(measurements.loggedEvents);
      const hasData = (metric: Metric) => {
        const input = metricInput(metric);
        return input !== undefined && eventsOf(input).some((event) => logged.has(event));
      };
      const metricsWithData = found.metrics.filter(hasData).map(({ id }) => id);
      return {
        measurements,
        counts: { exposures, withUnit, metricsWithData },
        newUnits,
        timeSeries,
        missing: found.missing,
      };
    },
    obstacle: async (experiment, provider) => {
      const found = await readWarehouseSources(database, experiment, [], provider);
      return "missing" in found ? found.missing.map(({ sentence }) => sentence).join(" ") : undefined;
    },
    onlyFull: async ({ staging }) =>
      staging
        ? undefined
        : "Nothing is staged in the warehouse, so everything is read each time: load in full.",
  };
}

const eventsOf = (input: NonNullable<ReturnType<typeof metricInput>>) =>
  amountsOf(input).map(({ event }) => event);
