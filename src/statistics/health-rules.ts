// Thresholds of the health checks other than SRM (statistics 12).

export type CheckStatus = "PASSED" | "WARNING" | "FAILED" | "WAITING";

/** Returns the status of crossovers (units seen in more than one group); `exposed` includes them. */
export function crossoverStatus(crossovers: number, exposed: number): CheckStatus {
  if (exposed === 0) return "WAITING";
  // Integer arithmetic, so that exactly 1 % is not subject to rounding.
  if (crossovers * 1000 < exposed) return "PASSED";
  return crossovers * 100 <= exposed ? "WARNING" : "FAILED";
}

/** Returns the status of unit types: how many exposures carry an id of the experiment's unit type. */
export function unitTypeStatus(withUnit: number, exposures: number): CheckStatus {
  if (exposures === 0) return "WAITING";
  if (withUnit * 100 >= exposures * 99) return "PASSED";
  return withUnit * 2 >= exposures ? "WARNING" : "FAILED";
}

interface PreExperimentBias {
  status: CheckStatus;
  /** p-values below this cause a warning: 0.01 divided by the number of tests. */
  threshold?: number;
  /** Indices of the tests that cause a warning. */
  biased: number[];
}

const falseAlarms = 0.01;

/** Checks whether groups differed before the experiment. `pValues` compare the
 *  covariate for each scorecard metric and test group; undefined means no test. */
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

/** Returns the worst status; PASSED if there are none. */
export const overallStatus = (statuses: readonly CheckStatus[]): CheckStatus =>
  severity.find((status) => statuses.includes(status)) ?? "PASSED";
