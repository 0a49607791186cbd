// The cap on outlying unit values (statistics.md 4).

/** Rank, from 1, of the nearest-rank percentile among `count` ascending non-zero values; undefined when nothing is capped:
 *  with so few values that the percentile is the largest one, or with a percentile of 100. */
export function capRank(count: number, percentile: number): number | undefined {
  const enough = 100 / (100 - percentile);
  if (!(percentile < 100) || count < Math.round(enough)) return undefined;
  // Whole millionths keep 99.9 exact: ceil(999 k / 1000).
  return Math.ceil((Math.round(percentile * 1e4) * count) / 1e6);
}
