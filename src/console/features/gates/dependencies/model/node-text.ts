// Gates, experiments and configs in the words of tree, graph, notices and exports. One vocabulary for all of them.
import { experimentState } from "#console/foundation/ui/experiment-state.ts";
import type { PathStep } from "#targeting/dependencies/paths.ts";
import type { Consequence } from "#targeting/dependencies/consequence.ts";
import type { Reference, DependencyNode, EntityKind } from "#targeting/dependencies/node.ts";
import type { StatusTone } from "#console/foundation/ui/status.tsx";

export const kindText: Readonly<Record<EntityKind, string>> = {
  gate: "Gate",
  experiment: "Experiment",
  dynamic_config: "Dynamic config",
};

/** Of the addresses of the console. */
export const sectionOf: Readonly<Record<EntityKind, "gates" | "experiments" | "dynamic_configs">> = {
  gate: "gates",
  experiment: "experiments",
  dynamic_config: "dynamic_configs",
};

/** How many there are of each consequence, in words. */
export const consequenceText: Readonly<Record<Consequence, { one: string; many: string }>> = {
  "running experiment": { one: "running experiment", many: "running experiments" },
  "live gate": { one: "live gate", many: "live gates" },
  config: { one: "live config", many: "live configs" },
  setup: { one: "not live", many: "not live" },
  archived: { one: "over or archived", many: "over or archived" },
};

const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1).toLowerCase().replaceAll("_", " ");

export function stateText({ kind, status, consequence }: DependencyNode): string {
  if (kind === "experiment") return experimentState(status);
  // A gate may be switched off whatever its status says.
  return kind === "gate" && consequence === "setup" ? "Off" : sentence(status);
}

export function stateTone({ consequence, isMissing, status }: DependencyNode): StatusTone {
  if (isMissing) return "danger";
  if (status === "Launched") return "finished";
  if (consequence === "setup") return "off";
  return consequence === "archived" ? "finished" : "live";
}

const verbs = { passes: "passes", fails: "fails" } as const;

/** ", in production or staging"; nothing for every environment. */
function environmentWords(environments: Reference["environments"]): string {
  if (!environments) return "";
  return environments.length > 0 ? `, in ${environments.join(" and ")}` : ", in no environment";
}

/** One place where a thing asks about the gate called `gate`: "Rule 2, EU web shoppers, passes EU residents, in production". */
function placeText(
  { how, ruleIndex, ruleName, environments }: Reference,
  asking: DependencyNode,
  gate: string,
) {
  if (how === "targets") return `Targets users who pass ${gate}`;
  const rule = asking.kind === "experiment" ? "Inline rule" : "Rule";
  const name = ruleName ? `, ${ruleName}` : "";
  return `${rule} ${(ruleIndex ?? 0) + 1}${name}, ${verbs[how]} ${gate}${environmentWords(environments)}`;
}

/** Every place where a thing asks about the gate. */
export const referencesText = (
  references: readonly Reference[],
  asking: DependencyNode,
  gate: string,
): string =>
  references.length > 0
    ? references.map((reference) => placeText(reference, asking, gate)).join("; ")
    : "Its rules do not show where";

/** Where the last step of a way stands: which of its two things asks depends on the direction of the walk. */
export function stepText(path: readonly PathStep[], direction: "dependents" | "dependencies"): string {
  const [before, last] = path.slice(-2);
  if (!before || !last) return "";
  return direction === "dependents"
    ? referencesText(last.references, last.node, before.node.name)
    : referencesText(last.references, before.node, last.node.name);
}

const count = new Intl.NumberFormat("en");

/** "48,200 checks an hour"; nothing where the service does not count. */
export const checksText = ({ checksPerHour }: DependencyNode): string | undefined =>
  checksPerHour ? count.format(checksPerHour) : undefined;

export const plural = (total: number, one: string, many = `${one}s`): string =>
  `${count.format(total)} ${total === 1 ? one : many}`;
