// Guardrails: secondary metrics tagged as metrics that must not get worse. Pure.
import type { ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";

export const guardrailTitle = "Guardrails";
export const guardrailNote = "Must not get worse";

export const isGuardrail = ({ metric }: { metric: Pick<ChartMetric, "isGuardrail"> }) =>
  metric.isGuardrail === true;

/** Name of the section that the server creates if none was set up (API 2.6). */
const secondaryTitle = "Secondary metrics";

/** Moves guardrails to a section before the other secondary metrics; sections set up by users stay unchanged. */
export const withGuardrails = (summary: SummaryCharts): SummaryCharts => ({
  ...summary,
  sections: summary.sections.flatMap((section) => {
    if (section.sectionLabel !== secondaryTitle) return [section];
    const those = (wanted: boolean) =>
      section.charts.map((chart) => ({
        ...chart,
        metrics: chart.metrics?.filter((metric) => isGuardrail({ metric }) === wanted),
      }));
    return [
      { sectionLabel: guardrailTitle, charts: those(true) },
      { ...section, charts: those(false) },
    ].filter(({ charts }) => charts.some(({ metrics }) => metrics?.length));
  }),
});
