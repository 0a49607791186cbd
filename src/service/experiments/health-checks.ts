// The checks above an experiment's results (statistics.md 12), from counts of the log. Pure: no query here.
import type { Experiment, HealthCheck } from "#contract/experiment.ts";
import type { Assignment } from "#service/analysis/measurements.ts";
import { exposureBalance } from "#statistics/exposure-balance.ts";

type Status = "PASSED" | "WARNING" | "FAILED" | "WAITING";

export interface LogCounts {
  assignment: Assignment;
  exposures: number;
  /** Exposures that carry a unit id. */
  withUnit: number;
  /** Metrics of the scorecard, by name, and whether any of their events belongs to an exposed unit. */
  metrics: { name: string; hasData: boolean }[];
}

const order: readonly Status[] = ["FAILED", "WARNING", "WAITING"];

/** FAILED if any failed, else WARNING, else WAITING, else PASSED. */
export const overallStatus = (checks: readonly HealthCheck[]): string =>
  order.find((status) => checks.some((check) => check.status === status)) ?? "PASSED";

const check = (name: string, status: Status, description: string): HealthCheck => ({
  name,
  status,
  description,
});
const percent = (share: number) => `${(100 * share).toLocaleString("en", { maximumSignificantDigits: 3 })} %`;
const counted = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

function started({ exposures }: LogCounts): HealthCheck {
  return exposures > 0
    ? check("Checks started", "PASSED", `${counted(exposures, "exposure")} logged.`)
    : check("Checks not yet detected", "WAITING", "No exposure was logged yet.");
}

function validUnits({ exposures, withUnit }: LogCounts, idType: string): HealthCheck {
  if (exposures === 0)
    return check("Valid unit type not yet verified", "WAITING", "No exposure was logged yet.");
  const share = withUnit / exposures;
  const status = share >= 0.99 ? "PASSED" : share >= 0.5 ? "WARNING" : "FAILED";
  return check(
    "Checks have valid unit type",
    status,
    `${percent(share)} of the exposures carry a ${idType}.`,
  );
}

function metricData({ metrics }: LogCounts): HealthCheck {
  const missing = metrics.filter((metric) => !metric.hasData).map((metric) => metric.name);
  if (missing.length === metrics.length)
    return check(
      "Event metric data not yet verified",
      "WAITING",
      "No event of an exposed unit was logged yet.",
    );
  return missing.length > 0
    ? check("Event metrics have data", "WARNING", `No events of exposed units for ${missing.join(", ")}.`)
    : check("Event metrics have data", "PASSED", "Every metric has events of exposed units.");
}

function resultsAvailable({ assignment }: LogCounts, { groups }: Experiment): HealthCheck {
  const comparable = groups.filter((group) => (assignment.units[group.id] ?? 0) >= 2).length >= 2;
  return comparable
    ? check("Metric results available", "PASSED", "At least two groups can be compared.")
    : check("Metric results not yet available", "WAITING", "No two groups have two or more units yet.");
}

function balance({ assignment }: LogCounts, { groups }: Experiment): HealthCheck {
  const { status, pValue } = exposureBalance(
    groups.map(({ id, size }) => ({ size, units: assignment.units[id] ?? 0 })),
  );
  const shares = groups
    .map(({ id, name }) => `${name} ${counted(assignment.units[id] ?? 0, "unit")}`)
    .join(", ");
  if (status === "WAITING")
    return check("Exposure balance not yet verified", status, `Too few units to tell: ${shares}.`);
  const p = pValue === undefined ? "" : ` (p ${pValue < 0.001 ? "< 0.001" : pValue.toPrecision(3)})`;
  const verdict =
    status === "PASSED" ? "Groups are as large as planned" : "Groups are not as large as planned";
  return check("Exposures are balanced", status, `${verdict}${p}: ${shares}.`);
}

function crossover({ assignment }: LogCounts): HealthCheck {
  const exposed = Object.values(assignment.units).reduce((sum, units) => sum + units, assignment.crossovers);
  const name = "Crossover units detected";
  if (exposed === 0) return check(name, "WAITING", "No unit was exposed yet.");
  const share = assignment.crossovers / exposed;
  const status = share < 0.001 ? "PASSED" : share <= 0.01 ? "WARNING" : "FAILED";
  return check(
    name,
    status,
    `${counted(assignment.crossovers, "unit")} of ${exposed.toLocaleString("en")} (${percent(share)}) were seen in more than one group and are left out.`,
  );
}

/** All checks of an experiment that has started. */
export const healthChecks = (experiment: Experiment, counts: LogCounts): HealthCheck[] => [
  started(counts),
  validUnits(counts, experiment.idType ?? "unit id"),
  ...(counts.metrics.length ? [metricData(counts)] : []),
  resultsAvailable(counts, experiment),
  balance(counts, experiment),
  crossover(counts),
];
