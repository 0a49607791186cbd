// Summarizes results for the decision dialog: the verdict, its robustness, and each group's primary metrics. Pure.
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { analysisOf } from "#console/features/experiments/results/model/analysis.ts";
import { byMetric, comparisonRows } from "#console/features/experiments/results/model/comparison-rows.ts";
import { withGuardrails } from "#console/features/experiments/results/model/guardrails.ts";
import { isUnsound } from "#console/features/experiments/results/model/refusal.ts";
import { familyOf, robustnessOf } from "#console/features/experiments/results/model/robustness.ts";
import {
  type EffectRow,
  metricName,
  rowsWithEffect,
  say,
  textOf,
} from "#console/features/experiments/results/model/sentence-parts.ts";
import { verdictOf } from "#console/features/experiments/results/model/verdict.ts";
import { movedSentence, ruledOut } from "#console/features/experiments/results/model/verdict-sentences.ts";
import { plural } from "#console/foundation/ui/wording.ts";

/** An interval that includes 0 is no evidence of a move. */
const sentenceOf = (row: EffectRow) =>
  row.effect.result === "inconclusive"
    ? say`Inconclusive on ${metricName(row)}: the data rule out ${ruledOut(row)}.`
    : movedSentence(row);

/** Number of exceptions that are named. */
const namedFirst = 2;

/** Words the robustness: "All 3 primary results read the same in all 7 analyses."; empty without results. */
function holdingOf(experiment: Experiment, rows: readonly EffectRow[]): string {
  const sorted = byMetric(rows);
  const analysis = analysisOf(experiment, sorted[0]?.control);
  const family = familyOf(sorted, analysis);
  const entries = sorted
    .filter(({ isPrimary }) => isPrimary)
    .map((row) => robustnessOf(row, family, analysis));
  if (entries.length === 0) return "";
  const others = entries.filter(({ holds }) => !holds);
  const results = plural(entries.length, "primary result");
  const said = others.length ? `${entries.length - others.length} of ${results}` : `All ${results}`;
  const analyses = Math.max(...entries.map(({ items }) => items.length));
  const named = others
    .slice(0, namedFirst)
    .map(({ row, exception }) => `${row.metric.metricName}, ${row.group}: ${exception}`);
  const more = others.length > namedFirst ? `; and ${others.length - namedFirst} more` : "";
  const except = named.length ? ` Except ${named.join("; ")}${more}.` : "";
  return `${entries.length === 1 && !others.length ? "The primary result reads" : `${said} read`} the same in all ${analyses} analyses.${except}`;
}

/** Returns the verdict's headline, its robustness, and the sentences on a group's primary metrics by group name. */
export function decisionReading(experiment: Experiment, data: SummaryCharts, now: number) {
  const summary = withGuardrails(data);
  const verdict = verdictOf(experiment, summary, now);
  // If the verdict says not to use the numbers, no group shows any.
  const rows = isUnsound(verdict) ? [] : rowsWithEffect(comparisonRows(experiment, summary));
  const primary = rows.filter(({ isPrimary }) => isPrimary);
  return {
    headline: textOf(verdict.headline),
    holding: holdingOf(experiment, rows),
    of: (group: string) =>
      primary
        .filter((row) => row.group === group)
        .map((row) => textOf(sentenceOf({ ...row, isOneOfMany: false })))
        .join(" "),
  };
}
