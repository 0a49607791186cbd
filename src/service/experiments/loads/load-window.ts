// Determines the time range that a load covers.
import type { Experiment } from "#contract/experiment.ts";
import { day, type Window } from "#service/analysis/totals/assignment.ts";
import { windowOf } from "#service/experiments/analysis-settings.ts";

/** Start of an experiment, ms; earlier results belong to a previous run. */
export const startOf = ({ startTime }: Experiment) => startTime ?? Infinity;

const minute = 60_000;
const hour = 60 * minute;

/** Choice: a load covers whole hours, and whole minutes in the first day of an experiment: the statements of one hour are identical, so that engines answer them from their caches. */
export function loadWindow(experiment: Experiment, now: number): Window | undefined {
  const window = windowOf(experiment, now);
  if (!window || window.end < window.start) return undefined;
  const step = window.end - window.start < day ? minute : hour;
  // An end that was set by a user is kept unchanged.
  const end = window.end === now ? Math.max(window.start, now - (now % step)) : window.end;
  return { ...window, end };
}

export const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);
