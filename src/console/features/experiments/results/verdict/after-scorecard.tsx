// What stands under the numbers: how far they hold, and why some of them seem to disagree.
import { type DisagreementsProps, DisagreementsSection } from "./disagreements-section.tsx";
import { RobustnessSection, type RobustnessSectionProps } from "./robustness-section.tsx";

export const AfterScorecard = ({
  read,
  scale,
  level,
  ...props
}: RobustnessSectionProps & DisagreementsProps) => (
  <div className="mt-8">
    <RobustnessSection {...props} />
    <DisagreementsSection
      experiment={props.experiment}
      summary={props.summary}
      read={read}
      scale={scale}
      level={level}
    />
  </div>
);
