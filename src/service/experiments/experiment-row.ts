// Picks the fields of an experiment that lists show.
import type { ExperimentRow } from "#contract/experiment-row.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { HealthCheck } from "#contract/experiment-overview.ts";
import { responseCache } from "#service/http/response-cache.ts";

const fields = [
  "idType",
  "targetingGateID",
  "owner",
  "creatorName",
  "startTime",
  "endTime",
  "duration",
  "controlGroupID",
  "launchedGroupID",
  "decisionTime",
  "healthCheckStatus",
  "leadResult",
  "worstGuardrail",
] as const;

/** Lists name the worst check, count the others like it, and mark changes; of those that passed one is enough. */
function listedChecks(checks: readonly HealthCheck[]) {
  const isTold = ({ status, changes }: HealthCheck) => status !== "PASSED" || (changes?.length ?? 0) > 0;
  const passed = checks.find((check) => !isTold(check));
  return [...checks.filter(isTold), ...(passed ? [passed] : [])];
}

const kept = responseCache<ExperimentRow>();

export const experimentRow = (experiment: Experiment): ExperimentRow =>
  kept(experiment, [], () => rowOf(experiment));

function rowOf(experiment: Experiment): ExperimentRow {
  const { id, name, status, groups, primaryMetrics, healthChecks } = experiment;
  const plain = Object.fromEntries(fields.map((field) => [field, experiment[field] ?? undefined]));
  return {
    ...plain,
    id,
    name,
    status,
    groups: groups.map((group) => ({ id: group.id, name: group.name })),
    primaryMetrics: primaryMetrics?.slice(0, 1),
    healthChecks: healthChecks && listedChecks(healthChecks),
  };
}
