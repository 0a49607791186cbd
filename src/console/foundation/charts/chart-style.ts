// The shared style of the result charts: colours by meaning, and axes that stay in the background.
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";

export const resultColours: Record<ResultMeaning, string> = {
  better: "var(--color-positive-mark)",
  worse: "var(--color-negative-mark)",
  inconclusive: "var(--color-neutral-mark)",
};

export const axisTick = { fontSize: 11, fill: "var(--color-text-muted)" };

/** Properties of a recharts `XAxis` over days. */
export const dayAxis = {
  dataKey: "label",
  tickLine: false,
  axisLine: { stroke: "var(--color-border-strong)" },
  tick: axisTick,
  minTickGap: 28,
} as const;

/**
 * Properties of a recharts `YAxis` of numbers. All ticks are drawn, each at its place; recharts would move the last one
 * inwards.
 */
export const numberAxis = { tickLine: false, axisLine: false, tick: axisTick, interval: 0 } as const;

export interface ChartSize {
  /** px */
  width: number;
  height: number;
}

/**
 * Properties of a recharts chart whose values the surrounding figure reads out. The chart fills its box unless it has a
 * fixed size.
 */
export const chartFrame = (size?: ChartSize) => ({
  ...(size ?? ({ responsive: true, width: "100%", height: "100%" } as const)),
  accessibilityLayer: false,
});

/** Style of the line on a day on which something happened. */
export const markStyle = { stroke: "var(--color-warning)", strokeDasharray: "3 3" };
