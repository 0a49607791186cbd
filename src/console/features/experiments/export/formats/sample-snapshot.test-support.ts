// Sample snapshots for the tests of all formats: three groups, a metric for each kind of result, and names as
// people might type them.
import type { Experiment } from "#contract/experiment.ts";
import type { ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";
import { verdictOf } from "#console/features/experiments/results/model/verdict.ts";
import { compare } from "#statistics/compare.ts";
import type { ExportStyle } from "#console/foundation/export/export-style.ts";
import type { ResultsSnapshot } from "./results-snapshot.ts";

const dayLength = 86_400_000;
const start = Date.UTC(2026, 10, 3);
const now = start + 17.5 * dayLength;

/** A metric with control mean 10, deviation 10 and 10,000 units a group, so that its interval is about ±2.8 %. */
export function sampleMetric(name: string, change: number, more: Partial<ChartMetric> = {}): ChartMetric {
  const group = (mean: number) => ({ n: 10_000, mean, variance: 100 });
  return {
    metricID: `${name}::event_count`,
    metricName: name,
    directionality: "increase",
    ...compare(group(10), group(10 + change / 10), { alpha: 0.05, sequential: true }),
    ...more,
  };
}

const lower = { directionality: "decrease" };
const slices = (metric: ChartMetric) => ({
  ...metric,
  dimensionBreakdown: [{ ...metric, dimensionKey: "country", dimensionType: "user", dimensionValue: "=SE" }],
});

export interface Sample {
  experiment?: Partial<Experiment>;
  fingerprint?: string;
  /** Metrics by test group. */
  groups?: Record<string, ChartMetric[]>;
}

const usual: Record<string, ChartMetric[]> = {
  Short: [slices(sampleMetric("Orders", 1)), sampleMetric("Returns", 2, lower)],
  "A & <b>|": [sampleMetric("Orders", 8), sampleMetric("Returns", 9, lower)],
};

export function sampleSnapshot({
  experiment = {},
  fingerprint = "0123abcd",
  groups = usual,
}: Sample = {}): ResultsSnapshot {
  const summary: SummaryCharts = {
    experimentID: "checkout",
    fingerprint,
    computedTime: now,
    sections: [
      {
        sectionLabel: "Primary metrics",
        charts: Object.entries(groups).map(([test, metrics]) => ({
          chartSource: "experiment",
          control: "Old",
          test,
          significanceLevel: 0.05,
          sequentialTesting: true,
          metrics,
        })),
      },
    ],
  };
  const whole: Experiment = {
    id: "checkout",
    name: "Checkout",
    status: "active",
    startTime: start,
    duration: 28,
    groups: ["Old", ...Object.keys(groups)].map((name) => ({ id: name, name, size: 25 })),
    ...experiment,
  };
  return {
    experiment: whole,
    summary,
    read: summary,
    verdict: verdictOf(whole, summary, now),
    scale: "percent",
    link: "https://console.test/demo/experiments/checkout?level=99",
  };
}

/** Named colours, so that a missing colour in a drawing is noticed. */
export const sampleStyle: ExportStyle = {
  colours: {
    surface: "white",
    text: "black",
    muted: "dimgray",
    faint: "gray",
    border: "lightgray",
    borderStrong: "lightslategray",
    borderControl: "slategray",
    sunken: "whitesmoke",
    selected: "lavender",
    accent: "blue",
    warning: "darkgoldenrod",
    danger: "crimson",
    better: "seagreen",
    worse: "orangered",
    inconclusive: "silver",
    betterText: "darkgreen",
    worseText: "firebrick",
  },
  fontFace: '@font-face{font-family:"Inter Variable";src:url("data:font/woff2;base64,AA==")}',
};
