// Computes the bars of the checks chart: one per hour, or one per day if hourly bars would be too narrow. Pure.
import type { Checks, CheckTally } from "#contract/checks.ts";
import { countsOf } from "./check-words.ts";

const hour = 3_600_000;

export interface CheckBar {
  /** Start of the bar, in ms since the epoch. */
  start: number;
  /** Number of checks that passed, failed, and had no answer. */
  counts: readonly number[];
  /** The same counts by rule id, for the rules that decided in that time. */
  byRule: ReadonlyMap<string, readonly number[]>;
}

const sum = (left: readonly number[], right: readonly number[]) =>
  left.map((count, place) => count + (right[place] ?? 0));

/** Returns the bars, with zeros for times without checks; only those of one rule if `ruleID` is given. */
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
