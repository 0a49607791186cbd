// The sections below the scorecard: how robust its conclusions are, and why some numbers seem to disagree.
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import type { SetSearch } from "#console/features/experiments/results/view-settings/view-settings.ts";
import { DisagreementsSection } from "./disagreements-section.tsx";
import { RobustnessSection } from "./robustness-section.tsx";

export interface AfterScorecardProps {
  experiment: Experiment;
  /** The summary as the server returned it; the verdict is based on it. */
  summary: SummaryCharts;
  /** The summary under the page's view settings, so that these sections match the table. */
  read: SummaryCharts;
  scale: Scale;
  /** Level of the view settings, if it is not the experiment's own. */
  level: number | undefined;
  /** Key of the row whose analyses are drawn, `<metricID>.<group>`; undefined while closed. */
  strip: string | undefined;
  /** Key of the highlighted row; its analyses are the first choice to be drawn. */
  mark: string | undefined;
  setSearch: SetSearch;
}

export const AfterScorecard = (props: AfterScorecardProps) => (
  <>
    <RobustnessSection {...props} />
    <DisagreementsSection {...props} />
  </>
);
