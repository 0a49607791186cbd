// The door to the log: everything that an experiment's charts are computed from, in a number of queries that does not grow with its metrics.
import type { Reader } from "#service/database/database.ts";
import type { Dimension, Measurements, MetricMeasurement } from "./measurements.ts";
import type { MetricInput } from "./metric-inputs.ts";
import { readAssignment, readUnitSums, type Window } from "./unit-sums.ts";

export interface Analysis {
  /** None before the experiment has a start: nothing was measured. */
  window: Window | undefined;
  inputs: readonly MetricInput[];
  /** Percentile of the non-zero unit values at which they are capped; null is off. */
  winsorization: number | null;
  /** Whether the seven days before exposure are read. */
  cuped: boolean;
  dimensions: readonly Dimension[];
}

export interface Running {
  /** Ends the work between two queries. */
  signal?: AbortSignal;
  /** What comes next, in words, and the share that is done. */
  onStage?: (stage: string, share: number) => void;
}

export async function measureExperiment(
  reader: Reader,
  { window, inputs, winsorization }: Analysis,
  { signal, onStage }: Running = {},
): Promise<Measurements> {
  if (!window) {
    const none = inputs.map(({ id }): [string, MetricMeasurement] => [
      id,
      { kind: "mean", groups: {}, slices: [] },
    ]);
    return { assignment: { units: {}, crossovers: 0 }, metrics: Object.fromEntries(none) };
  }
  onStage?.("Reading exposures", 0);
  const assignment = await readAssignment(reader, window);
  signal?.throwIfAborted();
  onStage?.("Reading events", 0.2);
  const sums = await readUnitSums(reader, window, inputs, assignment, winsorization);
  return {
    assignment,
    metrics: Object.fromEntries(
      inputs.map(({ id }, index) => [
        id,
        {
          kind: "mean",
          groups: Object.fromEntries(
            [...(sums[index] ?? [])].map(([group, { n, mean, squares }]) => [
              group,
              { n, meanX: mean, meanY: 0, squaresX: squares, squaresY: 0, products: 0, nonzero: 0 },
            ]),
          ),
          slices: [],
        },
      ]),
    ),
  };
}
