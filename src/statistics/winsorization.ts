// The cap of outlying unit values (statistics 4).

/** Returns the rank (from 1) of the nearest-rank percentile among `count` ascending non-zero values; undefined if it is the largest
 *  value, so that nothing is capped, as with few values or a percentile of 100. */
export function capRank(count: number, percentile: number): number | undefined {
  // Integer millionths keep 99.9 exact: ceil(999 k / 1000).
  const rank = Math.ceil((Math.round(percentile * 1e4) * count) / 1e6);
  return rank < count ? rank : undefined;
}
