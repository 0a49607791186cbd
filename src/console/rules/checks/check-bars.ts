// The bars of the chart of checks: one an hour, or one a day where hours would be too narrow. Pure.
import type { Checks, CheckTally } from "#contract/checks.ts";
import { countsOf } from "./check-words.ts";

const hour = 3_600_000;

export interface CheckBar {
  /** ms */
  start: number;
  /** Passed, failed, without an answer. */
  counts: readonly number[];
  /** The same by the id of the rule, of rules that decided meanwhile. */
  byRule: ReadonlyMap<string, readonly number[]>;
}

const sum = (left: readonly number[], right: readonly number[]) =>
  left.map((count, place) => count + (right[place] ?? 0));

/** With zeros where nothing was asked; of one rule where one is chosen. */
export function checkBars(
  { from, to, hours }: Pick<Checks, "from" | "to" | "hours">,
  hoursOfBar: number,
  ruleID?: string,
): CheckBar[] {
  const length = hoursOfBar * hour;
  const none: readonly number[] = [0, 0, 0];
  const bars = Array.from({ length: Math.ceil((to - from + 1) / length) }, (_, place) => ({
    start: from + place * length,
    counts: none,
    byRule: new Map<string, readonly number[]>(),
  }));
  const isShown = (tally: CheckTally) => ruleID === undefined || tally.ruleID === ruleID;
  for (const one of hours) {
    const bar = bars[Math.floor((one.hour - from) / length)];
    if (!bar) continue;
    for (const tally of one.rules.filter(isShown)) {
      const counts = countsOf(tally);
      bar.counts = sum(bar.counts, counts);
      bar.byRule.set(tally.ruleID, sum(bar.byRule.get(tally.ruleID) ?? none, counts));
    }
  }
  return bars;
}
