// The bars of the chart of checks: one an hour, or one a day where hours would be too narrow. Pure.
import type { Checks, CheckTally } from "#contract/checks.ts";
import { countsOf } from "./check-words.ts";

const hour = 3_600_000;

export interface CheckBar {
  /** ms */
  start: number;
  /** Passed, failed, without an answer. */
  counts: readonly number[];
}

/** With zeros where nothing was asked; of one rule where one is chosen. */
export function checkBars(
  { from, to, hours }: Pick<Checks, "from" | "to" | "hours">,
  hoursOfBar: number,
  ruleID?: string,
): CheckBar[] {
  const length = hoursOfBar * hour;
  const bars = Array.from({ length: Math.ceil((to - from + 1) / length) }, (_, place) => ({
    start: from + place * length,
    counts: [0, 0, 0],
  }));
  const isShown = (tally: CheckTally) => ruleID === undefined || tally.ruleID === ruleID;
  for (const one of hours) {
    const bar = bars[Math.floor((one.hour - from) / length)];
    for (const tally of one.rules.filter(isShown))
      for (const [place, count] of countsOf(tally).entries())
        if (bar) bar.counts[place] = (bar.counts[place] ?? 0) + count;
  }
  return bars;
}
