// The setup tab of an experiment: its hypothesis, users, schedule and analysis.
import type { Experiment } from "#contract/experiment.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { percentText, plural } from "#console/foundation/ui/wording.ts";
import { Time } from "#console/foundation/ui/time.tsx";
import { Fact, SetupSection } from "./setup-section.tsx";
import { Targeting } from "./targeting.tsx";

const dayLength = 86_400_000;

const onOff = (value: boolean | null | undefined) => (value ? "On" : "Off");

function plannedText({ startTime, duration }: Experiment): string {
  if (!duration) return "No planned end";
  const days = plural(duration, "day");
  return startTime ? `${days}, until ${formatDate(startTime + duration * dayLength)}` : days;
}

export function SetupTab({ experiment, company }: { experiment: Experiment; company: string }) {
  const { startTime, endTime, winsorization, dimensions } = experiment;
  return (
    <>
      <SetupSection title="Hypothesis">
        <p className="max-w-3xl">{experiment.hypothesis || "No hypothesis was written down."}</p>
        {experiment.description ? (
          <p className="mt-2 max-w-3xl text-text-muted">{experiment.description}</p>
        ) : null}
      </SetupSection>
      <SetupSection title="Time">
        <dl className="max-w-4xl">
          <Fact name="Started">{startTime ? <Time value={startTime} relative /> : "Not started"}</Fact>
          <Fact name="Ended">{endTime ? <Time value={endTime} relative /> : "Not ended"}</Fact>
          <Fact name="Planned duration">{plannedText(experiment)}</Fact>
        </dl>
      </SetupSection>
      <SetupSection title="Analysis">
        <dl className="max-w-4xl">
          <Fact name="Confidence level">
            {percentText(Number(experiment.defaultConfidenceInterval ?? 95))}
          </Fact>
          <Fact name="Bonferroni correction">{onOff(experiment.bonferroniCorrection)}</Fact>
          <Fact name="Sequential testing">{onOff(experiment.sequentialTesting)}</Fact>
          <Fact name="CUPED">{onOff(experiment.cuped)}</Fact>
          <Fact name="Winsorization (outlier cap)">
            {winsorization === null ? "Off" : `${percentText(winsorization ?? 99.9)} of the non-zero values`}
          </Fact>
          <Fact name="Dimensions of slices (segments)">
            {dimensions?.map(({ key }) => key).join(", ") || "None"}
          </Fact>
        </dl>
      </SetupSection>
      {/* Last, because the gate's rules load later and change its height. */}
      <SetupSection title="Who takes part">
        <dl className="max-w-4xl">
          <Fact name="Unit">{experiment.idType ?? "–"}</Fact>
          <Fact name="Allocation">{percentText(experiment.allocation ?? 100)} of those who are eligible</Fact>
          <Targeting experiment={experiment} company={company} />
        </dl>
      </SetupSection>
    </>
  );
}
