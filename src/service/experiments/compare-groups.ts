// Compares two groups of one measurement of any kind. Pure: makes no queries.
import type { RatioSums } from "#contract/summary-charts.ts";
import type { Measured } from "#service/analysis/plan/measurements.ts";
import { compare, type CompareOptions } from "#statistics/compare.ts";
import { type AdjustedComparison, compareAdjusted } from "#statistics/cuped.ts";
import { momentsOf } from "#statistics/moments.ts";
import { noPairs, ratioMoments, sumsOfX } from "#statistics/pair-moments.ts";

/** Group ids. */
export interface Pair {
  control: string;
  test: string;
}

export interface Method extends Required<Pick<CompareOptions, "alpha" | "sequential">> {
  cuped: boolean;
}

/** Returns numerators and denominators of the groups' means for a ratio, mean or funnel; nothing for other kinds. */
export function ratioSumsOf(measured: Measured, { control, test }: Pair): { ratioSums?: RatioSums } {
  if (measured.kind !== "ratio") return {};
  const [ofControl, ofTest] = [measured.groups[control] ?? noPairs, measured.groups[test] ?? noPairs];
  return {
    ratioSums: {
      controlNumerator: ofControl.n * ofControl.meanX,
      controlDenominator: ofControl.n * ofControl.meanY,
      testNumerator: ofTest.n * ofTest.meanX,
      testDenominator: ofTest.n * ofTest.meanY,
    },
  };
}

/** Compares two groups on one metric, slice or day; a group that was not measured counts as empty. */
export function compareGroups(
  measured: Measured,
  { control, test }: Pair,
  method: Method,
): AdjustedComparison {
  if (measured.kind === "ratio") {
    const moments = (group: string) => ratioMoments(measured.groups[group] ?? noPairs);
    return compare(moments(control), moments(test), method);
  }
  const sums = (group: string) => measured.groups[group] ?? { ...noPairs, nonzero: 0 };
  if (method.cuped) return compareAdjusted(sums(control), sums(test), method);
  return compare(momentsOf(sumsOfX(sums(control))), momentsOf(sumsOfX(sums(test))), method);
}
