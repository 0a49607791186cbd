// The analysis of experiments in the warehouse in use: from stored sources to statements, and from their answers to what is stored.
import type { Metric } from "#contract/metric.ts";
import { amountsOf, metricInput } from "#service/analysis/plan/metric-inputs.ts";
import { dialects } from "#service/analysis/warehouse/dialects.ts";
import { measureInWarehouse } from "#service/analysis/warehouse/measure-in-warehouse.ts";
import { measureSeriesInWarehouse } from "#service/analysis/warehouse/series-in-warehouse.ts";
import type { WarehouseSources } from "#service/analysis/warehouse/source-tables.ts";
import { readWarehouseSources } from "#service/analysis/warehouse/warehouse-sources.ts";
import type { Database } from "#service/database/database.ts";
import type { MeasuredTimeSeries } from "#service/analysis/time-series/measure-time-series.ts";
import { analysisOf, timeSeriesAnalysisOf } from "#service/experiments/analysis-settings.ts";
import type { WarehouseRows } from "#service/analysis/warehouse/run.ts";
import { LoadRefused, type Ask } from "./load-statements.ts";
import type { Measuring, WarehouseAnalysis } from "./run-loads.ts";

interface Found {
  sources: WarehouseSources;
  /** Those that can be measured. */
  metrics: readonly Metric[];
  /** Of the others, in sentences. */
  missing: readonly string[];
}

export function warehouseAnalysis(database: Database): WarehouseAnalysis {
  const read = ({ experiment, warehouse }: Measuring, metrics: readonly Metric[]) =>
    readWarehouseSources(database, experiment, metrics, warehouse.provider);

  /** A metric that cannot be measured keeps no other one from it. */
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

  /** `run` answers a text with rows. */
  async function measure(
    measuring: Measuring,
    { sources, metrics }: Found,
    run: (text: string) => Promise<WarehouseRows>,
    onStage?: (stage: string, share: number) => void,
  ) {
    const { experiment, window, warehouse } = measuring;
    const analysis = { ...analysisOf(experiment, metrics, window.end), window };
    return measureInWarehouse(run, dialects[warehouse.provider], sources, analysis, {
      ...(onStage && { onStage }),
    });
  }

  /** Choice: loads read the days of primary metrics, and of metrics that are loaded alone, unless the load is in turbo mode. */
  async function measureDays(
    measuring: Measuring,
    { sources, metrics }: Found,
    run: (text: string) => Promise<WarehouseRows>,
    onStage: (stage: string, share: number) => void,
  ): Promise<Record<string, MeasuredTimeSeries>> {
    const { experiment, window, warehouse, hasDays, refresh } = measuring;
    if (!hasDays) return {};
    const isPrimary = ({ name, type }: Metric) =>
      experiment.primaryMetrics?.some((metric) => metric.name === name && metric.type === type);
    const shown = refresh === "metric" ? metrics : metrics.filter(isPrimary);
    const answered = new Map<string, Promise<WarehouseRows>>();
    // The days of the units are the same for all metrics.
    const runOnce = (text: string) => {
      const known = answered.get(text) ?? run(text);
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
      );
    }
    return days;
  }

  return {
    statements: async (measuring) => {
      const asks: Ask[] = [];
      const found = await find(measuring);
      await measure(measuring, found, async (text) => {
        asks.push({ text, values: [] });
        return [];
      });
      return asks;
    },
    measure: async (measuring, ask, onStage) => {
      const found = await find(measuring);
      const run = async (text: string) => (await ask({ text, values: [] })).rows;
      const { measurements, exposures, withUnit, newUnits } = await measure(
        measuring,
        found,
        run,
        (stage, share) => onStage(stage, measuring.hasDays ? share * 0.6 : share),
      );
      const timeSeries = await measureDays(measuring, found, run, onStage);
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
    onlyFull: async () =>
      "Nothing is staged in the warehouse, so everything is read each time: load in full.",
  };
}

const eventsOf = (input: NonNullable<ReturnType<typeof metricInput>>) =>
  amountsOf(input).map(({ event }) => event);
