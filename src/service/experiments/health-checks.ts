// The checks above an experiment's results (statistics 12), each with an explanation and advice. Pure: makes no queries.
import type { Experiment } from "#contract/experiment.ts";
import type { HealthCheck, RunningChange } from "#contract/experiment-overview.ts";
import type { Assignment } from "#service/analysis/plan/measurements.ts";
import { exposureBalance } from "#statistics/exposure-balance.ts";
import { crossoverStatus, unitTypeStatus, type CheckStatus } from "#statistics/health-rules.ts";
import { controlOf } from "./analysis-settings.ts";
import { isAllocationAlone, isTreatmentChanged } from "./version-changes.ts";
import type { LogCounts } from "./log-counts.ts";
import type { Bias } from "./pre-experiment-bias.ts";

export interface HealthInput {
  experiment: Experiment;
  /** Metrics of the scorecard; the id is undefined for a metric without a stored definition. */
  metrics: readonly { name: string; id: string | undefined }[];
  counts: LogCounts;
  assignment: Assignment;
  /** Undefined while the results are still being computed. */
  bias: Bias | undefined;
  /** Changes made during the run that affect who takes part or what they get, the newest first. */
  changes: readonly RunningChange[];
}

/** A check whose status is one of the four that the overall status is derived from. */
type Check = HealthCheck & { status: CheckStatus };

const check = (name: string, status: CheckStatus, description: string): Check => ({
  name,
  status,
  description,
});
const rounded = (value: number) => value.toLocaleString("en", { maximumSignificantDigits: 3 });
const percent = (share: number) => `${rounded(100 * share)} %`;
const pText = (p: number) => (p < 0.001 ? "p < 0.001" : `p ${rounded(p)}`);
const counted = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
const unitsIn = ({ units }: Assignment, group: string) => units[group] ?? 0;

function started({ counts: { exposures } }: HealthInput): Check {
  return exposures > 0
    ? check("Checks started", "PASSED", `${counted(exposures, "exposure")} logged.`)
    : check(
        "Checks not yet detected",
        "WAITING",
        "No exposure was logged yet. Make sure that the application asks for this experiment and logs an exposure when it does.",
      );
}

function validUnits({ counts: { exposures, withUnit }, experiment }: HealthInput): Check {
  const status = unitTypeStatus(withUnit, exposures);
  if (status === "WAITING")
    return check("Valid unit type not yet verified", status, "No exposure was logged yet.");
  const name = "Checks have valid unit type";
  const idType = experiment.idType ?? "unit id";
  const shown = `${percent(withUnit / exposures)} of ${counted(exposures, "exposure")} carry a ${idType}.`;
  if (status === "PASSED") return check(name, status, shown);
  return check(
    name,
    status,
    `Only ${shown} The other ${counted(exposures - withUnit, "exposure")} cannot be counted. ` +
      (status === "WARNING"
        ? "Below 99 % that matters if one group loses more of them than another, which the balance of the groups would show: "
        : "Below 50 % most of the experiment is not seen, so the results are not to be trusted: ") +
      `make sure that the application sends the ${idType} with every exposure.`,
  );
}

function metricData({ metrics, counts }: HealthInput): Check {
  const missing = metrics
    .filter(({ id }) => id === undefined || !counts.metricsWithData.includes(id))
    .map(({ name }) => name);
  if (missing.length === metrics.length)
    return check(
      "Event metric data not yet verified",
      "WAITING",
      metrics.length === 0
        ? "The scorecard has no metrics yet."
        : "No event of an exposed unit was logged yet. Make sure that events carry the same ids as exposures.",
    );
  const name = "Event metrics have data";
  if (missing.length === 0) return check(name, "PASSED", "Every metric has events of exposed units.");
  return check(
    name,
    "WARNING",
    `No events of exposed units for ${missing.join(", ")}. ` +
      "These have no result; the other metrics are not touched by it. Make sure that these events are logged, and with the same ids as the exposures.",
  );
}

function resultsAvailable({ assignment, experiment }: HealthInput): Check {
  const control = controlOf(experiment);
  const large = experiment.groups.filter(({ id }) => unitsIn(assignment, id) >= 2);
  const tests = large.filter((group) => group !== control);
  return control && large.includes(control) && tests.length > 0
    ? check(
        "Metric results available",
        "PASSED",
        `${control.name} can be compared with ${tests.map(({ name }) => name).join(", ")}.`,
      )
    : check(
        "Metric results not yet available",
        "WAITING",
        "A comparison needs 2 units or more in the control group and in a test group.",
      );
}

function balance({ assignment, experiment: { groups } }: HealthInput): Check {
  const cells = groups.map(({ id, name, size }) => ({ name, size, units: unitsIn(assignment, id) }));
  const { status, pValue } = exposureBalance(cells);
  const total = cells.reduce((sum, { units }) => sum + units, 0);
  const planned = cells.reduce((sum, { size }) => sum + size, 0);
  // Units of each group next to the number that its size predicts; absent before the first exposure.
  const split = cells.map(({ name, size, units }) => ({
    name,
    units,
    expectedUnits: (total * size) / planned,
  }));
  const checked = (name: string, description: string): Check => ({
    ...check(name, status, description),
    ...(total > 0 && planned > 0 && { groups: split }),
  });
  const shares = cells
    .map(({ name, size, units }) => {
      const share = total > 0 ? `${percent(units / total)}, ` : "";
      return `${name} ${counted(units, "unit")} (${share}planned ${percent(planned > 0 ? size / planned : 0)})`;
    })
    .join(", ");
  if (status === "WAITING")
    return checked("Exposure balance not yet verified", `Too few units to tell: ${shares}.`);
  const p = pValue === undefined ? "" : ` (${pText(pValue)})`;
  const name = "Exposures are balanced";
  if (status === "PASSED") return checked(name, `The sizes of the groups fit the plan${p}: ${shares}.`);
  const meaning =
    status === "FAILED"
      ? "The results are not to be trusted until the cause is found: compare how and when each group logs its exposures, and look for filters, redirects and crashes that meet one group only."
      : "This is unlikely to be chance, but too little to fail (p below 0.001 and a share that is off by 0.1 points or more): " +
        "the results can be used with care; look again when more units are in.";
  return checked(name, `Groups are not as large as planned${p}: ${shares}. ${meaning}`);
}

function crossover({ assignment: { crossovers, units } }: HealthInput): Check {
  const exposed = Object.values(units).reduce((sum, count) => sum + count, crossovers);
  const name = "Crossover units detected";
  const status = crossoverStatus(crossovers, exposed);
  if (status === "WAITING") return check(name, status, "No unit was exposed yet.");
  const shown =
    `${counted(crossovers, "unit")} of ${exposed.toLocaleString("en")} (${percent(crossovers / exposed)}) ` +
    `${crossovers === 1 ? "was" : "were"} seen in more than one group and left out.`;
  if (status === "PASSED") return check(name, status, shown);
  const meaning =
    status === "WARNING"
      ? "That matters little: up to 1 % the results can be used, as so few can hardly move them; from 0.1 % on the cause is worth finding."
      : "That matters: above 1 % those who are left out may differ from the others, so the results are not to be trusted.";
  return check(
    name,
    status,
    `${shown} ${meaning} Make sure that a unit keeps its group: one id per unit, no group chosen before the id is known, ` +
      "no change of group sizes half-way.",
  );
}

function preExperimentBias({ bias }: HealthInput): Check {
  const name = "Pre-experiment bias";
  if (!bias)
    return check(
      name,
      "WAITING",
      "The results are not computed yet; read the experiment again when they are.",
    );
  const { status, tests, threshold, found } = bias;
  if (threshold === undefined)
    return check(name, status, "No metric has events of exposed units from before their exposure.");
  const looked = `${counted(tests, "test")} of the 7 days before exposure, each at p ${rounded(threshold)}`;
  if (status === "PASSED")
    return check(
      name,
      status,
      `No clear difference between the groups was found before they were exposed (${looked}).`,
    );
  const differences = found.map(({ metric, group, pValue }) => `${group} in ${metric} (${pText(pValue)})`);
  return check(
    name,
    status,
    `Groups differed from the control before they were exposed: ${differences.join(", ")} (${looked}). ` +
      "Read these metrics with CUPED, which takes the earlier difference out, and check how units were assigned.",
  );
}

const dayOf = (time: number) =>
  new Date(time).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });

const mixesTests =
  "Users of one group were treated differently before and after, so the numbers mix two tests: start the experiment again, or read the results from the change on.";
const mixesAudiences =
  "Users before and after were chosen by different rules. The groups can still be compared with each other, but they stand for a mixture of two audiences, and numbers from before and after are not alike.";
const staysRandom =
  "Users take part at random whatever the allocation, so the groups stay alike; those who came later had less time.";
const changesBoth =
  "Users of every group got other values from then on. The groups can still be compared with each other, but the effect is that of a mixture of before and after.";

const changeCheck = (
  name: string,
  status: CheckStatus,
  meaning: string,
  changes: readonly RunningChange[],
): Check[] => {
  if (changes.length === 0) return [];
  const shown = changes.slice(0, 3).map((change) => {
    const by = change.author ? ` by ${change.author}` : "";
    return `${change.name}: ${change.what.join(", ")}${by} on ${dayOf(change.time)}`;
  });
  const more = changes.length > shown.length ? `; and ${changes.length - shown.length} earlier` : "";
  return [{ ...check(name, status, `${shown.join("; ")}${more}. ${meaning}`), changes: [...changes] }];
};

/** Returns no check if nothing changed. */
function changedWhileRunning({ changes }: HealthInput): Check[] {
  const ofConfigs = changes.filter(({ kind }) => kind === "dynamic_config");
  const ofTreatment = changes.filter(isTreatmentChanged);
  const ofAllocation = changes.filter(isAllocationAlone);
  const others = new Set([...ofConfigs, ...ofTreatment, ...ofAllocation]);
  const ofAudience = changes.filter((change) => !others.has(change));
  return [
    ...changeCheck("Treatment changed while running", "FAILED", mixesTests, ofTreatment),
    ...changeCheck("Changed while running", "WARNING", mixesAudiences, ofAudience),
    ...changeCheck("Config changed while running", "WARNING", changesBoth, ofConfigs),
    ...changeCheck("Allocation changed while running", "PASSED", staysRandom, ofAllocation),
  ];
}

/** Returns all checks of an experiment that has started. */
export const healthChecks = (input: HealthInput): Check[] => [
  started(input),
  validUnits(input),
  metricData(input),
  resultsAvailable(input),
  balance(input),
  crossover(input),
  preExperimentBias(input),
  ...changedWhileRunning(input),
];
