// Texts for gates, experiments and configs and the references between them, shared by tree, graph, notices and exports.
import { experimentState, gateStateText } from "#console/foundation/ui/entity-state.ts";
import type { GateReference } from "#contract/gate-dependencies.ts";
import type { Consequence } from "#targeting/dependencies/consequence.ts";
import type { DependencyNode, Edge } from "#targeting/dependencies/graph.ts";
import { pathText, type NodePath } from "#targeting/dependencies/paths.ts";
import type { StatusTone } from "#console/foundation/ui/status.tsx";
import { formatCount, labelOf } from "#console/foundation/ui/wording.ts";

export type EntityKind = DependencyNode["kind"];

export const kindText: Readonly<Record<EntityKind, string>> = {
  gate: "Gate",
  experiment: "Experiment",
  dynamic_config: "Dynamic config",
};

/** The URL segment of each kind of entity. */
export const sectionOf: Readonly<Record<EntityKind, "gates" | "experiments" | "dynamic_configs">> = {
  gate: "gates",
  experiment: "experiments",
  dynamic_config: "dynamic_configs",
};

/** The noun after the number of entities with a consequence. */
export const consequenceText: Readonly<Record<Consequence, readonly [one: string, many: string]>> = {
  "running experiment": ["running experiment", "running experiments"],
  "enabled gate": ["enabled gate", "enabled gates"],
  config: ["enabled config", "enabled configs"],
  setup: ["disabled or in setup", "disabled or in setup"],
  archived: ["ended or archived", "ended or archived"],
};

export function stateText({ kind, status, consequence }: DependencyNode): string {
  if (kind === "experiment") return experimentState(status);
  return kind === "gate" && consequence === "setup"
    ? gateStateText({ status, isEnabled: false })
    : labelOf(status);
}

export function stateTone({ consequence, isMissing, status }: DependencyNode): StatusTone {
  if (isMissing) return "danger";
  if (status === "Launched") return "finished";
  if (consequence === "setup") return "off";
  return consequence === "archived" ? "finished" : "live";
}

/** Returns text such as ", in production and staging"; empty if the rule applies in every environment. */
function environmentText(environments: GateReference["environments"]): string {
  if (!environments) return "";
  return environments.length > 0 ? `, in ${environments.join(" and ")}` : ", in no environment";
}

/** Describes one reference, such as "Rule 2, EU web shoppers, passes EU residents, in production". */
function placeText({ how, ruleIndex, ruleName, environments }: GateReference, { from, to }: Edge) {
  if (how === "targets") return `Targets users who pass ${to.name}`;
  const rule = `${from.kind === "experiment" ? "Inline rule" : "Rule"} ${(ruleIndex ?? 0) + 1}`;
  return `${rule}${ruleName ? `, ${ruleName}` : ""}, ${how} ${to.name}${environmentText(environments)}`;
}

/** Describes all references of an edge. */
export const edgeText = (edge: Edge): string =>
  edge.references.map((reference) => placeText(reference, edge)).join("; ");

/** Number of checks per hour; undefined if the service does not count them. */
export const checksText = ({ checksPerHour }: DependencyNode): string | undefined =>
  checksPerHour ? formatCount(checksPerHour) : undefined;

/** Describes a node completely in one text, for screen readers. */
export function describeNode(node: DependencyNode, path: NodePath | undefined): string {
  const checks = checksText(node);
  const needs = path?.edge.from === path?.node ? "Depends on this gate" : "This gate depends on";
  return [
    `${kindText[node.kind]} ${node.name}, ${stateText(node)}`,
    ...(path ? [`${needs}: ${pathText(path)}`, edgeText(path.edge)] : ["This gate"]),
    ...(checks ? [`${checks} checks an hour`] : []),
  ].join(". ");
}
