// Where a gate, experiment or config references a gate, in words.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Rule } from "#contract/rule.ts";
import type { StatusTone } from "#console/ui/status.tsx";

const verbs: Readonly<Record<string, string>> = { passes_gate: "passes", fails_gate: "does not pass" };

const references = (condition: Condition, gateID: string) =>
  condition.type in verbs && targetValues(condition).includes(gateID);

/** Such as "Rule 2, passes this gate". */
export function whereInRules(rules: readonly Rule[], gateID: string): string {
  return rules
    .flatMap((rule, index) => {
      const found = rule.conditions.filter((condition) => references(condition, gateID));
      const words = [...new Set(found.map(({ type }) => verbs[type]))].join(" and ");
      return words ? [`Rule ${index + 1}, ${words} this gate`] : [];
    })
    .join("; ");
}

export const whereInExperiment = (experiment: Experiment, gateID: string): string =>
  experiment.targetingGateID === gateID ? "Targets users who pass" : "Inline targeting";

const experimentWords: Readonly<Record<string, string>> = {
  active: "Running",
  setup: "Setup",
  decision_made: "Decided",
  experiment_stopped: "Stopped",
  assignment_stopped: "Assignment stopped",
};

export const experimentStatusText = (status: string) =>
  experimentWords[status] ?? status.charAt(0).toUpperCase() + status.slice(1).replaceAll("_", " ");

export const experimentTone = (status: string): StatusTone => {
  if (status === "active") return "live";
  return status === "setup" ? "off" : "finished";
};

/** Ids of the gates that a gate's own rules name. */
export const neededGates = (rules: readonly Rule[]): string[] => [
  ...new Set(
    rules.flatMap(({ conditions }) =>
      conditions.filter(({ type }) => type in verbs).flatMap((condition) => targetValues(condition)),
    ),
  ),
];
