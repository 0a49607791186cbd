// The shares of a layer: 1000 buckets of units, of which each experiment under way holds some that no other one holds. Pure.

/** From the first to the last bucket. */
export type BucketRange = readonly [first: number, last: number];

const bucketCount = 1000;

const bucketsIn = (ranges: readonly BucketRange[]): number[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** Ranges of buckets in ascending order. */
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

/** Percent of the layer's units. */
export const shareOf = (ranges: readonly BucketRange[] | null | undefined): number =>
  (ranges ?? []).reduce((sum, [first, last]) => sum + last - first + 1, 0) / 10;

/** Percent that nobody holds. */
export const freeShareOf = (held: readonly (readonly BucketRange[])[]): number =>
  (bucketCount - new Set(held.flatMap(bucketsIn)).size) / 10;

/** A share of `percent`, where it is free: the buckets that are held already stay, and the first free ones come to them. */
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
