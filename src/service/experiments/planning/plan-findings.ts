// Findings about a plan that need no measurement: its problems, targeting, events, early looks and guardrails. Pure.
import type { Problem } from "#contract/api-error.ts";
import type { PreflightFinding } from "#contract/experiment-preflight.ts";
import type { Gate } from "#contract/gate.ts";
import { isTaggedGuardrail, type Metric } from "#contract/metric.ts";
import type { PlannedExperiment } from "#contract/planned-experiment.ts";
import { eventNames } from "#service/analysis/plan/metric-inputs.ts";
import { day } from "#service/analysis/totals/assignment.ts";
import { gateStatus } from "./gate-words.ts";
import { type OverlappingExperiment, eventSearchDays } from "./plan-facts.ts";

/** Number of days without an event after which a metric is reported. */
const quietDays = 7;

/** Minimum percentage of shared units at which another experiment is reported. */
const leastShared = 1;

const shortDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

const adviceOf: Readonly<Record<string, string>> = {
  groups: "Change the groups until it is right.",
  controlGroupID: "Choose one of the groups as the control.",
  targetingGateID: "Choose another gate, or none.",
  inlineTargetingRulesJSON: "Change the rules that say who takes part.",
  layerID: "Choose another layer, or none.",
};

/** Describes a problem that prevents the plan from starting. */
export function blockingFinding(
  plan: PlannedExperiment,
  { property, errorMessage }: Problem,
): PreflightFinding {
  const [field = "", place, part, ...rest] = property.split(".");
  const blocks = { kind: "blocks", check: "plan", property } as const;
  const group = plan.groups[Number(place)];
  if (field === "groups" && group && part === "parameterValues") {
    const [parameter, name] = [rest.join("."), group.name || `Group ${Number(place) + 1}`];
    return errorMessage.startsWith("Required")
      ? {
          ...blocks,
          sentence: `${name} has no ${parameter}`,
          advice: `Every group needs each parameter. Type a ${parameter}, or remove it from all.`,
        }
      : {
          ...blocks,
          sentence: `The ${parameter} of ${name} is of another type`,
          advice: `${errorMessage}. Every group has the same parameters, with the same types.`,
        };
  }
  if (property === "primaryMetrics")
    return {
      ...blocks,
      sentence: "No primary metric is chosen",
      advice: "Add the metric that decides.",
    };
  const isMetric = field === "primaryMetrics" || field === "secondaryMetrics";
  return {
    ...blocks,
    sentence: errorMessage,
    advice: isMetric
      ? "Choose another metric, or another unit."
      : (adviceOf[field] ?? "Change it before the start."),
  };
}

/** Reports an allocation of 0, which excludes everybody. */
export function allocationFindings({ allocation }: PlannedExperiment): PreflightFinding[] {
  if (allocation !== 0) return [];
  const advice = "Raise the share of the users who take part.";
  return [{ kind: "look", check: "plan", sentence: "Nobody enters at 0 %", advice, property: "allocation" }];
}

/** Reports problems of the targeting gate; `reason` describes why it is stale. */
export function gateFindings(gate: Gate | undefined, reason: string | undefined): PreflightFinding[] {
  if (!gate) return [];
  const { why, advice } = gateStatus(gate, reason);
  if (why === undefined) return [{ kind: "fine", check: "targeting", sentence: "gate in use" }];
  const entity = { kind: "gate", id: gate.id, name: gate.name } as const;
  return [
    {
      kind: "look",
      check: "targeting",
      sentence: `${gate.name} ${why}`,
      advice,
      property: "targetingGateID",
      entity,
    },
  ];
}

/** Reports metrics whose events were not logged in the last week. */
export function eventFindings(
  plan: PlannedExperiment,
  metrics: readonly Metric[],
  lastEvents: ReadonlyMap<string, number>,
  now: number,
): PreflightFinding[] {
  const fields = ["primaryMetrics", "secondaryMetrics"] as const;
  const findings = fields.flatMap((field) =>
    (plan[field] ?? []).flatMap(({ name, type }, place): PreflightFinding[] => {
      const metric = metrics.find((one) => one.name === name && one.type === type);
      const silent = [...new Set(metric ? eventNames(metric) : [])].filter(
        (event) => (lastEvents.get(event) ?? 0) <= now - quietDays * day,
      );
      if (!metric || silent.length === 0) return [];
      const last = Math.max(...silent.map((event) => lastEvents.get(event) ?? 0));
      const since = last > 0 ? `since ${shortDay.format(last)}` : `in ${eventSearchDays} days`;
      const isAll = silent.length === new Set(eventNames(metric)).size;
      const role = isTaggedGuardrail(metric)
        ? "As a guardrail it would see nothing."
        : field === "primaryMetrics"
          ? "It could decide nothing."
          : "It would see nothing.";
      return [
        {
          kind: "look",
          check: "events",
          sentence: isAll
            ? `${name} had no events ${since}`
            : `${name} lacks events ${since}: ${silent.join(", ")}`,
          advice: `${role} Repair the event or swap the metric.`,
          property: `${field}.${place}`,
          entity: { kind: "metric", id: metric.id, name },
        },
      ];
    }),
  );
  const hasMetrics = fields.some((field) => plan[field]?.length);
  if (findings.length > 0 || !hasMetrics) return findings;
  return [{ kind: "fine", check: "events", sentence: "all metrics get events" }];
}

export function earlyLookFindings({ sequentialTesting, duration }: PlannedExperiment): PreflightFinding[] {
  if (sequentialTesting) return [{ kind: "fine", check: "looks", sentence: "early looks covered" }];
  const end = duration ? `on day ${Math.round(duration)}` : "at the end";
  return [
    {
      kind: "look",
      check: "looks",
      sentence: "Early looks are not covered",
      advice: `Turn on sequential testing, or decide ${end} alone, whatever is seen before.`,
      property: "sequentialTesting",
    },
  ];
}

export function guardrailFindings(plan: PlannedExperiment, metrics: readonly Metric[]): PreflightFinding[] {
  const isSet = (plan.secondaryMetrics ?? []).some(({ name, type }) =>
    isTaggedGuardrail(metrics.find((one) => one.name === name && one.type === type)),
  );
  if (isSet) return [{ kind: "fine", check: "guardrail", sentence: "guardrail set" }];
  return [
    {
      kind: "look",
      check: "guardrail",
      sentence: "No guardrail is set",
      advice: "Add a metric that must not get worse, one with the tag guardrail.",
      property: "secondaryMetrics",
    },
  ];
}

/** Reports experiments that share many units and a metric with the plan; `shares` are in percent. */
export function overlapFindings(
  rivals: readonly OverlappingExperiment[],
  shares: Readonly<Record<string, number>>,
): PreflightFinding[] {
  const findings = rivals.flatMap(({ experiment, metric }): (PreflightFinding & { share: number })[] => {
    const share = shares[experiment.id] ?? 0;
    if (share < leastShared) return [];
    const { id, name, startTime, duration, layerID } = experiment;
    const end =
      typeof startTime === "number" && typeof duration === "number"
        ? `until ${shortDay.format(startTime + duration * day)}`
        : "until it has ended";
    return [
      {
        kind: "look",
        check: "overlap",
        sentence: `${name} shares ${Math.round(share)} % of the users`,
        advice: `It measures ${metric} too. Put it into ${layerID ? "its" : "one"} layer with this one, or wait ${end}.`,
        property: "layerID",
        entity: { kind: "experiment", id, name },
        share,
      },
    ];
  });
  findings.sort((one, other) => other.share - one.share);
  return findings.map(({ share: _share, ...finding }) => finding);
}
