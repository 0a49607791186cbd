// Allocation of a layer's 1000 buckets of units: each experiment under way exclusively holds some of them. Pure.

/** A range of buckets, both ends included. */
export type BucketRange = readonly [first: number, last: number];

const bucketCount = 1000;

const bucketsIn = (ranges: readonly BucketRange[]): number[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** Combines buckets in ascending order to ranges. */
function rangesOf(buckets: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const bucket of buckets) {
    const last = ranges.at(-1);
    if (last && last[1] === bucket - 1) last[1] = bucket;
    else ranges.push([bucket, bucket]);
  }
  return ranges;
}

export const bucketsOfShare = (percent: number) => Math.round(percent * 10);

/** Returns the percentage of the layer's units that the ranges hold. */
export const shareOf = (ranges: readonly BucketRange[] | null | undefined): number =>
  (ranges ?? []).reduce((sum, [first, last]) => sum + last - first + 1, 0) / 10;

/** Returns the percentage of the layer that no experiment holds. */
export const freeShareOf = (held: readonly (readonly BucketRange[])[]): number =>
  (bucketCount - new Set(held.flatMap(bucketsIn)).size) / 10;

/** Returns ranges for `percent` of the layer, or undefined if too little is
 *  free. Buckets already held are kept, and the first free ones are added. */
export function shareWith(
  own: readonly BucketRange[],
  others: readonly (readonly BucketRange[])[],
  percent: number,
): [number, number][] | undefined {
  const held = bucketsIn(own);
  const taken = new Set([...held, ...others.flatMap(bucketsIn)]);
  const more = bucketsOfShare(percent) - held.length;
  const free = Array.from({ length: bucketCount }, (_, bucket) => bucket).filter(
    (bucket) => !taken.has(bucket),
  );
  if (more > free.length) return undefined;
  return rangesOf([...held, ...free.slice(0, Math.max(0, more))].sort((one, other) => one - other));
}
