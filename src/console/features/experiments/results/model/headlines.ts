// The headline over a verdict, in words. Which one is said is decided in verdict.ts.
import type { ComparisonRow } from "./comparison-rows.ts";
import { listed, metricName, named, type Part, say } from "./sentence-parts.ts";

export interface GroupOutcome {
  group: string;
  better: readonly ComparisonRow[];
  worse: readonly ComparisonRow[];
  /** No primary metric has moved. */
  isOpen: boolean;
}

/** The control is named once, in the first clause. */
function outcomeClause({ group, better, worse, isOpen }: GroupOutcome, control: string | undefined): Part[] {
  const than = control === undefined || isOpen ? [] : say` than ${named(control)}`;
  const on = (rows: readonly ComparisonRow[]) => say` on ${listed(rows.map(metricName), 2)}`;
  const is = isOpen ? " is inconclusive on the primary metrics, but " : " is ";
  if (better.length === 0) return say`${named(group)}${is}worse${than}${on(worse)}`;
  const also = worse.length ? say`, but worse${on(worse)}` : [];
  return say`${named(group)}${is}better${than}${on(better)}${also}`;
}

/** The headline over what was decided, in the order of the groups. */
export function decidedHeadline(outcomes: readonly GroupOutcome[], control: string, groups: number): Part[] {
  if (outcomes.length <= 2)
    return say`${outcomes.flatMap((outcome, index) => [...(index ? ["; "] : []), ...outcomeClause(outcome, index ? undefined : control)])}.`;
  const sides = (["better", "worse"] as const).flatMap((word) => {
    const names = outcomes.filter((outcome) => outcome[word].length > 0).map(({ group }) => named(group));
    return names.length ? [say`${String(names.length)} are ${word} on a metric: ${listed(names)}`] : [];
  });
  return say`Of ${String(groups)} test groups ${sides.flatMap((side, index) => [...(index ? ["; "] : []), ...side])}.`;
}

export function openHeadline(groups: readonly string[], isOver: boolean): Part[] {
  const [only] = groups;
  const subject =
    groups.length === 1 && only !== undefined
      ? [named(only), isOver ? "" : " is"]
      : [`All ${groups.length} test groups${isOver ? "" : " are"}`];
  return say`${subject}${isOver ? " stayed inconclusive" : " inconclusive"} on every primary metric${isOver ? "" : " so far"}.`;
}
