// The references of a gate in one line.
import type { Walk } from "#targeting/dependencies/walk-references.ts";
import type { Reach } from "#console/features/gates/dependencies/model/reach.ts";
import { plural } from "#console/features/gates/dependencies/model/thing-words.ts";

/** How many things a walk found beside its start. */
export const others = ({ things }: Walk): number => things.size - 1;

export const isAlone = ({ dependents, dependencies }: Reach): boolean =>
  others(dependents) + others(dependencies) === 0;

/** "It needs 1 gate. 5 things need it, 1 of them is a running experiment." */
export function reachSummary({ dependents, dependencies }: Reach): string {
  const running = [...dependents.things.values()].filter(
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
