// Guardrails: secondary metrics that are tagged as such, because they must not get worse. Pure.
import type { ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";

export const guardrailTitle = "Guardrails";
export const guardrailNote = "Must not get worse";

export const isGuardrail = ({ metric }: { metric: Pick<ChartMetric, "isGuardrail"> }) =>
  metric.isGuardrail === true;

/** The name of the section that the service makes where none was set up (API 2.6). */
const secondaryTitle = "Secondary metrics";

/** Guardrails in a section of their own, before the other secondary metrics; sections that were set up stay as they are. */
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
