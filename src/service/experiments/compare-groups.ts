// Compares two groups of one measurement, whichever kind it is. Pure: no query here.
import type { Measured } from "#service/measures/measurements.ts";
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

/** The fields of one metric, slice or day; nobody is in a group that was not measured. */
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
