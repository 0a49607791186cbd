// The cap on outlying unit values (statistics 4).

/** Rank, from 1, of the nearest-rank percentile among `count` ascending non-zero values; undefined where it is the largest one, so that
 *  nothing is capped: with few values, or with a percentile of 100. */
export function capRank(count: number, percentile: number): number | undefined {
  // Whole millionths keep 99.9 exact: ceil(999 k / 1000).
  const rank = Math.ceil((Math.round(percentile * 1e4) * count) / 1e6);
  return rank < count ? rank : undefined;
}
