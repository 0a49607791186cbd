// Summarizes the dependencies of a gate in one line.
import type { Dependencies, DependencyGraph } from "#targeting/dependencies/graph.ts";
import { agree, plural } from "#console/foundation/ui/wording.ts";

/** Number of nodes other than the start. */
export const others = ({ nodes }: DependencyGraph): number => nodes.size - 1;

export const isAlone = ({ dependents, dependencies }: Dependencies): boolean =>
  others(dependents) + others(dependencies) === 0;

/** Returns text such as "Depends on 1 gate. Used by 5 entities, 1 of them is a running experiment." */
export function dependenciesSummary({ dependents, dependencies }: Dependencies): string {
  const needs = `Depends on ${others(dependencies) === 0 ? "no gate" : plural(others(dependencies), "gate")}.`;
  const needing = others(dependents);
  if (needing === 0) return `${needs} Used by nothing.`;
  const running = [...dependents.nodes.values()].filter(
    ({ consequence }) => consequence === "running experiment",
  ).length;
  const runs = `, ${running} of them ${agree(running, "is a running experiment", "are running experiments")}`;
  return `${needs} Used by ${plural(needing, "entity", "entities")}${running > 0 ? runs : ""}.`;
}
