// The interface between running loads and the analysis in the warehouse: from the metrics of an experiment to their sums.
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { PulseLoad } from "#contract/pulse-load.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Window } from "#service/analysis/totals/assignment.ts";
import type { LoadedResults } from "#service/experiments/loaded-results.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import type { AnalysisStatement, RunStatement } from "./load-statements.ts";
import type { LoadStart } from "./stored-loads.ts";

export type LoadProgress = NonNullable<PulseLoad["progress"]>;

/** The experiment and metrics that a load measures, and the time range. */
export interface Measuring {
  experiment: Experiment;
  metrics: readonly Metric[];
  window: Window;
  /** True if metrics are also measured day by day. */
  hasDays: boolean;
  refresh: LoadStart["refresh"];
  warehouse: ActiveWarehouse;
}

export interface MeasuredLoad extends LoadedResults {
  /** Sentences about what could not be measured; empty if everything was. */
  missing: readonly string[];
}

/** Analysis of experiments in a warehouse. */
export interface WarehouseAnalysis {
  /** The statements that `measure` would send. */
  statements: (measuring: Measuring) => Promise<readonly AnalysisStatement[]>;
  measure: (
    measuring: Measuring,
    run: RunStatement,
    onStage: (stage: string, share: number) => void,
  ) => Promise<MeasuredLoad>;
  /** Explains in words why an experiment cannot be loaded; undefined if it can. */
  obstacle: (experiment: Experiment, provider: WarehouseProvider) => Promise<string | undefined>;
  /** Explains why loads cannot be incremental; undefined if they can. */
  onlyFull: (warehouse: ActiveWarehouse) => Promise<string | undefined>;
}
