// The common look of the charts of results: colours by meaning, and axes that stay behind what is drawn.
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";

export const resultColours: Record<ResultMeaning, string> = {
  better: "var(--color-positive-mark)",
  worse: "var(--color-negative-mark)",
  inconclusive: "var(--color-neutral-mark)",
};

export const axisTick = { fontSize: 11, fill: "var(--color-text-muted)" };

/** Of a recharts `XAxis` over days. */
export const dayAxis = {
  dataKey: "label",
  tickLine: false,
  axisLine: { stroke: "var(--color-border-strong)" },
  tick: axisTick,
  minTickGap: 28,
} as const;

/** Of a recharts `YAxis` of numbers: all of them, each at its place; recharts would move the last one inwards. */
export const numberAxis = { tickLine: false, axisLine: false, tick: axisTick, interval: 0 } as const;

export interface ChartSize {
  /** px */
  width: number;
  height: number;
}

/** Of a recharts chart that is read by the figure around it: it fills its box, unless it has a size of its own. */
export const chartFrame = (size?: ChartSize) => ({
  ...(size ?? ({ responsive: true, width: "100%", height: "100%" } as const)),
  accessibilityLayer: false,
});

/** The line of a day on which something happened. */
export const markStyle = { stroke: "var(--color-warning)", strokeDasharray: "3 3" };
