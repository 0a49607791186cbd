// Forecast of the units that will enter a planned experiment, from past traffic.
import { useQuery } from "@tanstack/react-query";
import type { Experiment } from "#contract/experiment.ts";
import { query } from "#console/foundation/api/query.ts";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { formatCount, percentText, plural } from "#console/foundation/ui/wording.ts";

const day = 86_400_000;

interface WhoEntersProps {
  experiment: Experiment;
  /** Start time, ms; undefined while none is entered. */
  start: number | undefined;
}

export function WhoEnters({ experiment, start }: WhoEntersProps) {
  const {
    id,
    idType,
    groups,
    allocation,
    targetingGateID,
    inlineTargetingRulesJSON,
    duration: days,
  } = experiment;
  const body = {
    id,
    ...(idType && { idType }),
    groups: groups.map(({ name, size }) => ({ name, size })),
    allocation,
    targetingGateID,
    inlineTargetingRulesJSON,
    duration: days,
  };
  const { data: answer, error } = useQuery(query("readExperimentPower", { body }));
  const text = () => {
    if (error) return "Who will enter when cannot be read now.";
    if (!answer) return "Reading who will enter when …";
    const { recordedDays, unitsADay, entering, duration } = answer.data;
    if (recordedDays === 0) return "Nothing was recorded yet, so nobody can say who will enter when.";
    const share = experiment.allocation ?? 100;
    const length = Math.round(duration);
    const last = start === undefined ? "" : `, until ${formatDay(start + length * day)}`;
    return (
      <>
        <b className="figures font-medium">{formatCount(unitsADay)}</b> eligible users came on a day, on
        average over the last {plural(recordedDays, "day")}. At {percentText(share)}, about{" "}
        <b className="figures font-medium">{formatCount(Math.round((unitsADay * share) / 100))}</b> enter on
        the first day, and <b className="figures font-medium">{formatCount(entering)}</b> in{" "}
        {plural(length, "day")}
        {last}.
      </>
    );
  };
  return (
    <p className="min-h-10 text-pretty" aria-live="polite">
      {text()}
    </p>
  );
}
