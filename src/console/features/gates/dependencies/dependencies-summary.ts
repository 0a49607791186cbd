// The dependencies of a gate in one line.
import type { Dependencies, DependencyGraph } from "#targeting/dependencies/graph.ts";
import { agree, plural } from "#console/foundation/ui/wording.ts";

/** The number of nodes beside the start. */
export const others = ({ nodes }: DependencyGraph): number => nodes.size - 1;

export const isAlone = ({ dependents, dependencies }: Dependencies): boolean =>
  others(dependents) + others(dependencies) === 0;

/** "It depends on 1 gate. 5 entities depend on it, 1 of them is a running experiment." */
export function dependenciesSummary({ dependents, dependencies }: Dependencies): string {
  const needs = `It depends on ${others(dependencies) === 0 ? "no gate" : plural(others(dependencies), "gate")}.`;
  const needing = others(dependents);
  if (needing === 0) return `${needs} Nothing depends on it.`;
  const running = [...dependents.nodes.values()].filter(
    ({ consequence }) => consequence === "running experiment",
  ).length;
  const runs = `, ${running} of them ${agree(running, "is a running experiment", "are running experiments")}`;
  return `${needs} ${plural(needing, "entity", "entities")} ${agree(needing, "depends", "depend")} on it${running > 0 ? runs : ""}.`;
}
