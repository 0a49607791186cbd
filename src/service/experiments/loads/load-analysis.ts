// The analysis that runs in a warehouse, as those who run loads know it: from the metrics of an experiment to their sums.
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { PulseLoad } from "#contract/pulse-load.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Window } from "#service/analysis/totals/assignment.ts";
import type { LoadedResults } from "#service/experiments/loaded-results.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import type { Ask, RunStatement } from "./load-statements.ts";
import type { Begun } from "./stored-loads.ts";

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
