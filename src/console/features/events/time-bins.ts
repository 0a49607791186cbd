// Counts of events over time, in bins of a round length.
import type { EventRecord } from "#contract/event.ts";
import type { HistogramBar } from "#console/foundation/charts/histogram.tsx";

const minute = 60_000;
const lengths = [
  1000,
  5000,
  15_000,
  minute,
  5 * minute,
  15 * minute,
  60 * minute,
  6 * 60 * minute,
  24 * 60 * minute,
];
const most = 72;

/** At most 72 bars from the first to the last event; empty bins are kept. */
export function timeBins(events: readonly EventRecord[]): { bars: HistogramBar[]; length: number } {
  const times = events.map((event) => Number(event.timestamp)).filter(Number.isFinite);
  if (times.length === 0) return { bars: [], length: minute };
  const first = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b));
  const span = last - first;
  const length =
    lengths.find((candidate) => span / candidate < most) ??
    Math.ceil(span / most / (24 * 60 * minute)) * 24 * 60 * minute;
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
