// The references of a gate in one line.
import type { DependencyGraph } from "#targeting/dependencies/traversal.ts";
import type { Dependencies } from "#console/features/gates/dependencies/model/dependencies.ts";
import { plural } from "#console/features/gates/dependencies/model/node-text.ts";

/** How many things a walk found beside its start. */
export const others = ({ nodes }: DependencyGraph): number => nodes.size - 1;

export const isAlone = ({ dependents, dependencies }: Dependencies): boolean =>
  others(dependents) + others(dependencies) === 0;

/** "It needs 1 gate. 5 things need it, 1 of them is a running experiment." */
export function dependenciesSummary({ dependents, dependencies }: Dependencies): string {
  const running = [...dependents.nodes.values()].filter(
    ({ consequence }) => consequence === "running experiment",
  ).length;
  const needing = others(dependents);
  const runs =
    running === 0
      ? ""
      : `, ${running} of them ${running === 1 ? "is a running experiment" : "are running experiments"}`;
  const needs = `It needs ${others(dependencies) === 0 ? "no gate" : plural(others(dependencies), "gate")}.`;
  if (needing === 0) return `${needs} Nothing needs it.`;
  return `${needs} ${plural(needing, "thing")} ${needing === 1 ? "needs" : "need"} it${runs}.`;
}
