// Thresholds of the health checks other than the balance test (statistics 12).

export type CheckStatus = "PASSED" | "WARNING" | "FAILED" | "WAITING";

/** The status of the units seen in more than one group; `exposed` includes them. */
export function crossoverStatus(crossovers: number, exposed: number): CheckStatus {
  if (exposed === 0) return "WAITING";
  // Whole numbers, so that exactly 1 % is no rounding question.
  if (crossovers * 1000 < exposed) return "PASSED";
  return crossovers * 100 <= exposed ? "WARNING" : "FAILED";
}

/** The status of the exposures that carry an id of the experiment's unit type. */
export function unitTypeStatus(withUnit: number, exposures: number): CheckStatus {
  if (exposures === 0) return "WAITING";
  if (withUnit * 100 >= exposures * 99) return "PASSED";
  return withUnit * 2 >= exposures ? "WARNING" : "FAILED";
}

interface PreExperimentBias {
  status: CheckStatus;
  /** Below this a p-value warns: 0.01 divided by the number of tests. */
  threshold?: number;
  /** Positions in the given list of the tests that warn. */
  biased: number[];
}

const falseAlarms = 0.01;

/** Whether the groups differed before the experiment. `pValues` compare the covariate of each scorecard metric and test group; undefined is no test. */
export function preExperimentBias(pValues: readonly (number | undefined)[]): PreExperimentBias {
  const tests = pValues.filter((pValue) => pValue !== undefined).length;
  if (tests === 0) return { status: "WAITING", biased: [] };
  const threshold = falseAlarms / tests;
  const biased = pValues.flatMap((pValue, index) =>
    pValue !== undefined && pValue < threshold ? [index] : [],
  );
  return { status: biased.length > 0 ? "WARNING" : "PASSED", threshold, biased };
}

const severity: readonly CheckStatus[] = ["FAILED", "WARNING", "WAITING"];

/** The worst status of all; PASSED without any. */
export const overallStatus = (statuses: readonly CheckStatus[]): CheckStatus =>
  severity.find((status) => statuses.includes(status)) ?? "PASSED";
