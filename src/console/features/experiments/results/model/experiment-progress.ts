// The progress of an experiment: its days, which decide whether its intervals may be acted on yet, and its exposed units.
import type { Experiment } from "#contract/experiment.ts";
import { plural } from "#console/foundation/ui/wording.ts";

const dayLength = 86_400_000;

/** Undefined before the start. */
export function experimentDays({ status, startTime, endTime, duration }: Experiment, now = Date.now()) {
  if (status === "setup" || typeof startTime !== "number" || startTime > now) return undefined;
  /** Days. */
  const planned = duration && duration > 0 ? duration : undefined;
  const target = planned === undefined ? undefined : startTime + planned * dayLength;
  const isOpen = status === "active" || status === "assignment_stopped";
  const end = typeof endTime === "number" && endTime <= now ? endTime : undefined;
  const isRunning = isOpen && end === undefined;
  const last = end ?? now;
  const days = (last - startTime) / dayLength;
  const day = isRunning ? Math.floor(days) + 1 : Math.max(1, Math.round(days));
  const isPast = target !== undefined && last >= target;
  const state: "running" | "overdue" | "ended" = isRunning ? (isPast ? "overdue" : "running") : "ended";
  return {
    state,
    /** The day under way, from 1; after the end the number of days it ran. */
    day,
    planned,
    /** Days until the planned end; half a day left is the last one: a reader counts from today to the date that stands beside it. */
    left: target === undefined ? undefined : Math.max(0, Math.ceil((target - last) / dayLength - 0.5)),
    /** When the planned days are over, ms. */
    target,
    /** Done part, 0 to 1; undefined without a plan. */
    share: planned === undefined ? undefined : Math.min(1, day / planned),
    /** It ended before the planned days were over. */
    isShort: end !== undefined && target !== undefined && end < target,
  };
}

export type ExperimentDays = NonNullable<ReturnType<typeof experimentDays>>;

/** "Day 18 of 28" */
export function dayText({ state, day, planned }: ExperimentDays): string {
  if (state !== "ended") return planned === undefined ? `Day ${day}` : `Day ${day} of ${planned}`;
  if (planned === undefined) return `Ran ${plural(day, "day")}`;
  return day > planned
    ? `Ran ${plural(day, "day")}, ${planned} planned`
    : `Ran ${day} of ${plural(planned, "day")}`;
}

/** Exposed units by the name of their group, as the check of the balance counts them; empty where it does not say. */
export const exposedUnits = ({ healthChecks }: Experiment): Record<string, number> =>
  Object.fromEntries(
    (healthChecks ?? []).flatMap(({ groups = [] }) => groups.map(({ name, units }) => [name, units])),
  );
