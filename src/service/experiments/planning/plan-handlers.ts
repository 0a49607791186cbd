// Handles requests about the power of a plan and its pre-flight findings. Stores nothing.
import type { ExperimentPreflight, PreflightFinding } from "#contract/experiment-preflight.ts";
import type { Metric } from "#contract/metric.ts";
import type { PlannedExperiment } from "#contract/planned-experiment.ts";
import { metricInput } from "#service/analysis/plan/metric-inputs.ts";
import { gateChecks, noChecks } from "#service/database/check-summary.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readMetrics } from "#service/database/definitions.ts";
import { readEntity } from "#service/database/entities.ts";
import type { Handlers } from "#service/http/handler.ts";
import { experimentEntities, type StoredExperiment } from "#service/experiments/answered-experiment.ts";
import { blankExperiment, withWritten } from "#service/experiments/changed-experiment.ts";
import { planChecks } from "#service/experiments/plan-checks.ts";
import { saltOf } from "#targeting/evaluate/rules.ts";
import { stalenessFactsOf, stalenessReasonOf } from "#targeting/lint/type-reason.ts";
import { aaComparisons, aaFindings } from "./aa-comparisons.ts";
import { staleReasonText } from "./gate-words.ts";
import { pastCache } from "./past-cache.ts";
import { measureDividedPast, measurePast, type DividedPast, type PastValues } from "./past-values.ts";
import { readLastEvents, readOverlappingExperiments, readShared } from "./plan-facts.ts";
import {
  allocationFindings,
  blockingFinding,
  eventFindings,
  gateFindings,
  guardrailFindings,
  earlyLookFindings,
  overlapFindings,
} from "./plan-findings.ts";
import { planPower } from "./plan-power.ts";
import { readPlannedGates, type PlannedGates } from "./plan-targeting.ts";

/** The salt for a plan that is not stored. */
const checkSalt = "pre-flight";

/** Minimum number of days for a comparison over the past: one whole week. */
const fewestDays = 7;

/** Returns the stored metrics of a plan, the primary ones first. */
function metricsOf({ primaryMetrics, secondaryMetrics }: PlannedExperiment, stored: readonly Metric[]) {
  const named = [...(primaryMetrics ?? []), ...(secondaryMetrics ?? [])];
  return [
    ...new Set(
      named.flatMap(({ name, type }) => stored.find((one) => one.name === name && one.type === type) ?? []),
    ),
  ];
}

/** Everything that the past of a plan depends on, which excludes the sizes of its groups. */
const audienceOf = (plan: PlannedExperiment, gates: PlannedGates, metrics: readonly Metric[]) => [
  plan.idType,
  plan.targetingGateID,
  plan.inlineTargetingRulesJSON,
  [...gates.values()],
  metrics.map((metric) => metricInput(metric) ?? metric.id),
  plan.winsorization === undefined ? "default" : plan.winsorization,
];

async function planProblems(reader: Reader, plan: PlannedExperiment, stored: StoredExperiment | undefined) {
  const { id = "", wishedEffect: _wished, ...fields } = plan;
  // The groups of a stored experiment keep their ids, because the control is referred to by id.
  const base = { ...blankExperiment(id, 0), groups: stored?.groups ?? [] };
  return planChecks(reader, withWritten(base, fields));
}

async function readStaleReason(reader: Reader, gate: ReturnType<PlannedGates["get"]>, now: number) {
  if (!gate) return undefined;
  const { isCounted, isLong, totals } = await gateChecks(reader, now);
  const checks = isCounted && isLong ? (totals.get(gate.id) ?? noChecks) : undefined;
  return staleReasonText(stalenessReasonOf(stalenessFactsOf(gate, checks), false, now));
}

const order = { blocks: 0, look: 1, fine: 2 } as const;

export function planHandlers(
  database: Database,
): Pick<Handlers, "readExperimentPower" | "readExperimentPreflight"> {
  const past = pastCache<PastValues>(database);
  const divided = pastCache<DividedPast & { shared: Record<string, number> }>(database);

  return {
    readExperimentPower: async ({ body: plan }, { now, signal }) => {
      const [stored, gates] = await Promise.all([readMetrics(database), readPlannedGates(database, plan)]);
      const metrics = metricsOf(plan, stored);
      const question = { plan, gates, metrics, now };
      const values = await past(audienceOf(plan, gates, metrics), now, signal, (snapshot, leaving) =>
        measurePast(snapshot, question, leaving),
      );
      return { data: planPower(plan, stored, values) };
    },

    readExperimentPreflight: async ({ body: plan }, { now, signal }) => {
      const [stored, gates, rivals, experiment] = await Promise.all([
        readMetrics(database),
        readPlannedGates(database, plan),
        readOverlappingExperiments(database, plan),
        plan.id === undefined
          ? undefined
          : readEntity(database, "experiment", plan.id, experimentEntities.parse),
      ]);
      const metrics = metricsOf(plan, stored);
      const problems = await planProblems(database, plan, experiment);
      const gate = plan.targetingGateID ? gates.get(plan.targetingGateID) : undefined;
      const findings: PreflightFinding[] = [
        ...problems.map((problem) => blockingFinding(plan, problem)),
        ...allocationFindings(plan),
        ...eventFindings(plan, metrics, await readLastEvents(database, metrics, now), now),
        ...gateFindings(gate, await readStaleReason(database, gate, now)),
      ];

      const salt = experiment ? saltOf(experiment) : checkSalt;
      const aa: ExperimentPreflight["aa"] = { days: 0, salt, comparisons: [] };
      // Invalid groups cannot be compared.
      if (!problems.some(({ property }) => property === "groups")) {
        const division = [
          salt,
          plan.allocation,
          plan.groups.map(({ size }) => size),
          rivals.map((one) => one.experiment.id),
        ];
        const parts = [...audienceOf(plan, gates, metrics), ...division];
        const question = { plan, gates, metrics, now, salt };
        const found = await divided(parts, now, signal, async (snapshot, leaving) => {
          const measured = await measureDividedPast(snapshot, question, leaving);
          const isEmpty = measured.past.days === 0;
          return {
            ...measured,
            shared: isEmpty ? {} : await readShared(snapshot, rivals, measured.past.start),
          };
        });
        const { days } = found.past;
        const units = Object.values(found.measurements.assignment.units).reduce((sum, one) => sum + one, 0);
        const shares = Object.entries(found.shared).map(([id, one]) => [
          id,
          units > 0 ? (100 * one) / units : 0,
        ]);
        findings.push(...overlapFindings(rivals, Object.fromEntries(shares)));
        if (days >= fewestDays) {
          const comparisons = aaComparisons(plan, metrics, found.measurements);
          const judged = aaFindings(plan, comparisons, days);
          Object.assign(aa, { days, comparisons, threshold: judged.threshold });
          findings.push(...judged.findings);
        } else
          findings.push({
            kind: "look",
            check: "a/a",
            sentence: "No A/A check yet",
            advice: `It takes ${fewestDays} whole days of events; ${days} ${days === 1 ? "is" : "are"} recorded.`,
          });
        if (days >= fewestDays && units === 0)
          findings.push({
            kind: "look",
            check: "targeting",
            sentence: `Nobody of the last ${days} days would have entered`,
            advice: "Check who is targeted, and whether events carry the unit.",
            property: plan.targetingGateID ? "targetingGateID" : "inlineTargetingRulesJSON",
          });
      }
      findings.push(...earlyLookFindings(plan), ...guardrailFindings(plan, metrics));
      findings.sort((one, other) => order[one.kind] - order[other.kind]);
      return { data: { findings, aa } };
    },
  };
}
