// Compares the groups of a plan over the past, when there was no difference between them (an A/A test). Pure.
import type { AaComparison, PreflightFinding } from "#contract/experiment-preflight.ts";
import type { Metric } from "#contract/metric.ts";
import type { PlannedExperiment } from "#contract/planned-experiment.ts";
import type { Measurements, MetricMeasurement } from "#service/analysis/plan/measurements.ts";
import { significantDifferences } from "#statistics/aa-check.ts";
import { compare } from "#statistics/compare.ts";
import { compareAdjusted } from "#statistics/cuped.ts";
import { momentsOf, noUnits } from "#statistics/moments.ts";
import { noPairs, ratioMoments, sumsOfX } from "#statistics/pair-moments.ts";
import { alphaOf } from "#statistics/significance.ts";
import { controlOf } from "./plan-power.ts";

function compared(metric: MetricMeasurement, control: string, test: string, isAdjusted: boolean) {
  const options = { alpha: 0.05 };
  if (metric.kind === "ratio")
    return compare(
      ratioMoments(metric.groups[control] ?? noPairs),
      ratioMoments(metric.groups[test] ?? noPairs),
      options,
    );
  const [first, second] = [metric.groups[control], metric.groups[test]];
  if (first && second && isAdjusted) return compareAdjusted(first, second, options);
  const moments = (sums: typeof first) => momentsOf(sums ? sumsOfX(sums) : noUnits);
  return compare(moments(first), moments(second), options);
}

/** Compares every metric in every test group with the control; a metric that never varies is skipped. */
export function aaComparisons(
  plan: PlannedExperiment,
  metrics: readonly Metric[],
  { metrics: measured }: Measurements,
): AaComparison[] {
  const control = controlOf(plan);
  const place = plan.groups.findIndex((group) => group === control);
  if (!control || place < 0) return [];
  return metrics.flatMap(({ id, name }) => {
    const metric = measured[id];
    if (!metric) return [];
    return plan.groups.flatMap((group, index): AaComparison[] => {
      if (index === place || group.size === 0) return [];
      const found = compared(metric, String(place), String(index), plan.cuped ?? false);
      if (found.pValue === undefined) return [];
      return [
        {
          metricID: id,
          metricName: name,
          control: control.name,
          test: group.name,
          controlUnits: found.controlUnits,
          testUnits: found.testUnits,
          ...(found.percentChange !== undefined && { percentChange: found.percentChange }),
          pValue: found.pValue,
        },
      ];
    });
  });
}

const shortP = (pValue: number) => (pValue < 0.001 ? "< 0.001" : pValue.toPrecision(2));

/** Reports comparisons that would have been called a difference. */
export function aaFindings(
  plan: PlannedExperiment,
  comparisons: readonly AaComparison[],
  days: number,
): { threshold: number; findings: PreflightFinding[] } {
  const alpha = alphaOf(Number(plan.defaultConfidenceInterval ?? "95"));
  const { threshold, called } = significantDifferences(
    comparisons.map(({ pValue }) => pValue),
    alpha,
  );
  const findings = called.flatMap((place): PreflightFinding[] => {
    const one = comparisons[place];
    if (!one) return [];
    return [
      {
        kind: "look",
        check: "a/a",
        sentence: `${one.metricName} would have had a winner without a change (p ${shortP(one.pValue)})`,
        advice: `${one.test} and ${one.control} differed over ${days} past days. Look for bots and outliers in the metric, or divide users anew.`,
        entity: { kind: "metric", id: one.metricID, name: one.metricName },
      },
    ];
  });
  const [lead] = comparisons;
  if (findings.length > 0 || !lead) return { threshold, findings };
  const sentence = `A/A over ${days} past days found no winner (${lead.metricName} p ${shortP(lead.pValue)})`;
  return { threshold, findings: [{ kind: "fine", check: "a/a", sentence }] };
}
