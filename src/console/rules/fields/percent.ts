// Percentages of rules: how they are written and said. Hundredths of a percent are the smallest step.

/** `60 %`, with a no-break space and at most two decimals. */
export const percentText = (percent: number) => `${+percent.toFixed(2)}\u00a0%`;
