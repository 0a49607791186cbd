// Counts of events over time, in bins of a round length.
import type { EventRecord } from "#contract/event.ts";
import type { HistogramBar } from "#console/foundation/charts/histogram.tsx";

const [second, minute, day] = [1000, 60_000, 86_400_000];
/** ms */
const lengths = [
  ...[1, 5, 15].map((count) => count * second),
  ...[1, 5, 15, 60, 360].map((count) => count * minute),
  day,
];
const most = 72;

/** At most 72 bars from the first to the last event; empty bins are kept. */
export function timeBins(events: readonly EventRecord[]): { bars: HistogramBar[]; length: number } {
  const times = events.map((event) => Number(event.timestamp)).filter(Number.isFinite);
  if (times.length === 0) return { bars: [], length: minute };
  const first = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b));
  const span = last - first;
  const length = lengths.find((candidate) => span / candidate < most) ?? Math.ceil(span / most / day) * day;
  const start = first - (first % length);
  const bars = Array.from({ length: Math.floor((last - start) / length) + 1 }, (_, index) => ({
    start: start + index * length,
    count: 0,
  }));
  for (const time of times) {
    const bar = bars[Math.floor((time - start) / length)];
    if (bar) bar.count += 1;
  }
  return { bars, length };
}
