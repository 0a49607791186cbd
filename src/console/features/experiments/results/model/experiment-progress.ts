// Words the progress of an experiment: its days and its exposed units.
import type { Experiment } from "#contract/experiment.ts";
import type { ExperimentDays } from "#statistics/experiment-days.ts";
import { plural } from "#console/foundation/ui/wording.ts";

/** Words the day of an experiment: "Day 18 of 28". */
export function dayText({ state, day, planned }: ExperimentDays): string {
  if (state !== "ended") return planned === undefined ? `Day ${day}` : `Day ${day} of ${planned}`;
  if (planned === undefined) return `Ran ${plural(day, "day")}`;
  return day > planned
    ? `Ran ${plural(day, "day")}, ${planned} planned`
    : `Ran ${day} of ${plural(planned, "day")}`;
}

/** Days left, consistent with the day count beside it: "9 days to go"; empty without a planned end. */
export const daysLeftText = ({ left }: ExperimentDays): string =>
  left === undefined ? "" : left === 0 ? "Last day" : `${plural(left, "day")} to go`;

/** Exposed units by group name, as counted by the balance check; empty if the check has no counts. */
export const exposedUnits = ({ healthChecks }: Experiment): Record<string, number> =>
  Object.fromEntries(
    (healthChecks ?? []).flatMap(({ groups = [] }) => groups.map(({ name, units }) => [name, units])),
  );
