// What stands under the numbers: how far they hold, and why some of them seem to disagree.
import type { RobustnessSectionProps } from "./robustness-section.tsx";
import { DisagreementsSection } from "./disagreements-section.tsx";
import { RobustnessSection } from "./robustness-section.tsx";

export const AfterScorecard = (props: RobustnessSectionProps) => (
  <div className="mt-8">
    <RobustnessSection {...props} />
    <DisagreementsSection experiment={props.experiment} summary={props.summary} />
  </div>
);
