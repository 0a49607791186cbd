// Divides a time range into the bins of a chart. Pure.
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/** Usual bin widths in ms. */
const widths = [
  1000,
  5000,
  15_000,
  30_000,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  28 * day,
  91 * day,
  364 * day,
];

/** Returns the width and the start times of bins that cover a time range, all in ms; there are at most `most` + 1 bins. Each
 *  starts at a multiple of the width in UTC, the first one at `from` or earlier. */
export function binsOf({ from, to }: { from: number; to: number }, most: number) {
  const width = widths.find((one) => (to - from) / one <= most) ?? Math.ceil((to - from) / most / day) * day;
  const begin = Math.floor(from / width) * width;
  const bins = Math.max(1, Math.ceil((to - begin) / width));
  return { width, times: Array.from({ length: bins }, (_, index) => begin + index * width) };
}
