// What references a gate: read in pages from three lists, and told in the same words.
import { useQuery } from "@tanstack/react-query";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Gate } from "#contract/gate.ts";
import { queryPage } from "#console/api/query.ts";
import { statusText, statusTone } from "./gate-words.ts";
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

/** References read at once. */
export const pageSize = 20;

/** Something that needs the gate, whatever it is. */
export interface Reference {
  readonly section: "gates" | "experiments" | "dynamic_configs";
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly tone: StatusTone;
  readonly where: string;
}

interface Answered<Item> {
  readonly data: readonly Item[];
  readonly pagination?: { readonly totalItems: number } | undefined;
}

export interface Listing {
  readonly items: readonly Reference[] | undefined;
  readonly total: number | undefined;
  readonly error: Error | null;
  readonly again: () => void;
}

function listing<Item>(
  result: { data: Answered<Item> | undefined; error: Error | null; refetch: () => Promise<unknown> },
  describe: (item: Item) => Reference,
): Listing {
  const { data, error, refetch } = result;
  return {
    items: data?.data.map(describe),
    total: data && (data.pagination?.totalItems ?? data.data.length),
    error: data ? null : error,
    again: () => void refetch(),
  };
}

const ofGate =
  (gateID: string) =>
  ({ id, name, status, rules }: Gate): Reference => ({
    section: "gates",
    kind: "Gate",
    id,
    name,
    state: statusText(status),
    tone: statusTone(status),
    where: whereInRules(rules, gateID),
  });

const ofExperiment =
  (gateID: string) =>
  (experiment: Experiment): Reference => ({
    section: "experiments",
    kind: "Experiment",
    id: experiment.id,
    name: experiment.name,
    state: experimentStatusText(experiment.status),
    tone: experimentTone(experiment.status),
    where: whereInExperiment(experiment, gateID),
  });

const ofConfig =
  (gateID: string) =>
  ({ id, name, isEnabled, rules }: DynamicConfig): Reference => ({
    section: "dynamic_configs",
    kind: "Dynamic config",
    id,
    name: name ?? id,
    state: isEnabled ? "On" : "Off",
    tone: isEnabled ? "live" : "off",
    where: whereInRules(rules, gateID),
  });

export const useExperiments = (id: string, page: number, limit: number) =>
  listing(useQuery(queryPage("listExperimentReferences", { id, page, limit })), ofExperiment(id));
export const useGates = (id: string, page: number, limit: number) =>
  listing(useQuery(queryPage("listGateReferences", { id, page, limit })), ofGate(id));
export const useConfigs = (id: string, page: number, limit: number) =>
  listing(useQuery(queryPage("listDynamicConfigReferences", { id, page, limit })), ofConfig(id));

/** How many things need the gate; undefined until all three lists have answered. */
export function useReferenceTotal(id: string): number | undefined {
  const totals = [
    useExperiments(id, 1, pageSize).total,
    useGates(id, 1, pageSize).total,
    useConfigs(id, 1, pageSize).total,
  ];
  return totals.reduce<number | undefined>(
    (sum, total) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  );
}
