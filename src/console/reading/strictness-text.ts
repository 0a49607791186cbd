// How strictly a section is read, in one line: level, corrections, and what else entered the numbers.
import type { Experiment } from "#contract/experiment.ts";
import type { Chart } from "#contract/summary-charts.ts";
import { percentSign } from "#console/results/format-result.ts";
import { significanceOf } from "./read-at.ts";

/** As many digits as the level has, such as 95 or 98.33. */
const percentText = (level: number) => `${Number(level.toPrecision(4))}${percentSign}`;

/** "95 %, 2 test groups, Bonferroni: 97.5 % each · CUPED · outliers capped at 99.9 %" */
export function strictnessText(charts: readonly Chart[], experiment: Experiment): string {
  const [chart] = charts;
  if (!chart) return "";
  const { groups, bonferroniCorrection, winsorization } = experiment;
  const tests = groups.filter(({ name, size }) => name !== chart.control && size > 0).length;
  const share = significanceOf(experiment, chart);
  const isShared = bonferroniCorrection && tests > 1;
  const level = percentText(100 * (1 - share * (isShared ? tests : 1)));
  return [
    isShared ? `${level}, ${tests} test groups, Bonferroni: ${percentText(100 * (1 - share))} each` : level,
    chart.cuped ? "CUPED" : "",
    winsorization === null ? "" : `outliers capped at ${percentText(winsorization ?? 99.9)}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
