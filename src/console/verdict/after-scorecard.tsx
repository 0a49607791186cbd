// What stands under the numbers: how far they hold, and why some of them seem to disagree.
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { type DisagreementsProps, DisagreementsSection } from "./disagreements-section.tsx";
import { RobustnessSection, type RobustnessSectionProps } from "./robustness-section.tsx";

interface AfterScorecardProps extends RobustnessSectionProps, Omit<DisagreementsProps, "summary"> {
  /** As the page reads it: at its level, with its interval. */
  read: SummaryCharts;
}

export const AfterScorecard = ({ read, scale, level, ...props }: AfterScorecardProps) => (
  <div className="mt-8">
    <RobustnessSection {...props} />
    <DisagreementsSection experiment={props.experiment} summary={read} scale={scale} level={level} />
  </div>
);
