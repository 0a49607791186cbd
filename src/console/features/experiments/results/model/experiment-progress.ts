// The progress of an experiment in words: its days and its exposed units.
import type { Experiment } from "#contract/experiment.ts";
import type { ExperimentDays } from "#statistics/experiment-days.ts";
import { plural } from "#console/foundation/ui/wording.ts";

/** "Day 18 of 28" */
export function dayText({ state, day, planned }: ExperimentDays): string {
  if (state !== "ended") return planned === undefined ? `Day ${day}` : `Day ${day} of ${planned}`;
  if (planned === undefined) return `Ran ${plural(day, "day")}`;
  return day > planned
    ? `Ran ${plural(day, "day")}, ${planned} planned`
    : `Ran ${day} of ${plural(planned, "day")}`;
}

/** "9 days to go", as the day beside it counts; empty without a plan. */
export const leftText = ({ left }: ExperimentDays): string =>
  left === undefined ? "" : left === 0 ? "Last day" : `${plural(left, "day")} to go`;

/** Exposed units by the name of their group, as the check of the balance counts them; empty where it does not say. */
export const exposedUnits = ({ healthChecks }: Experiment): Record<string, number> =>
  Object.fromEntries(
    (healthChecks ?? []).flatMap(({ groups = [] }) => groups.map(({ name, units }) => [name, units])),
  );
