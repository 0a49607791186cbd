// The sections under the scorecard: how robust its conclusions are, and why some numbers seem to disagree.
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import type { SetSearch } from "#console/features/experiments/results/view-settings/view-settings.ts";
import { DisagreementsSection } from "./disagreements-section.tsx";
import { RobustnessSection } from "./robustness-section.tsx";

export interface AfterScorecardProps {
  experiment: Experiment;
  /** As it was answered, which the verdict is about. */
  summary: SummaryCharts;
  /** With the page's view settings, so that the table and these sections are about the same numbers. */
  read: SummaryCharts;
  scale: Scale;
  /** Level of the view settings, where it is not the experiment's own. */
  level: number | undefined;
  /** Key of the row whose ways are drawn, `<metricID>.<group>`; none are without. */
  strip: string | undefined;
  /** Key of the row that lights up: its ways are the first to be drawn. */
  mark: string | undefined;
  setSearch: SetSearch;
}

export const AfterScorecard = (props: AfterScorecardProps) => (
  <>
    <RobustnessSection {...props} />
    <DisagreementsSection {...props} />
  </>
);
