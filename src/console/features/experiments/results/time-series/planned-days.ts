// The days of a chart beyond those that are known: today, the planned end and the decision by name, and the days until then. Pure.
import type { Experiment } from "#contract/experiment.ts";
import { experimentDays } from "#statistics/experiment-days.ts";
import type { NamedDay } from "#console/foundation/charts/band-chart.tsx";
import { dayName, isoDay } from "./day-point.ts";

const dayLength = 86_400_000;
/** More days to come would leave those that are known no room. */
const mostAhead = 60;

/** `known` are the times of the days that are drawn; now is in ms. */
export function plannedDays(experiment: Experiment, known: readonly number[], now: number) {
  const days = experimentDays(experiment, now);
  const last = known.at(-1);
  if (!days || last === undefined) return {};
  const { target, state } = days;
  const decided = typeof experiment.decisionTime === "number" ? experiment.decisionTime : undefined;
  const until = state === "running" ? target : state === "ended" ? decided : undefined;
  const ahead: number[] = [];
  if (until !== undefined)
    for (let time = last + dayLength; isoDay(time) <= isoDay(until); time += dayLength) ahead.push(time);
  const shown = ahead.length > mostAhead ? [] : ahead;
  const drawn = new Set([...known, ...shown].map(isoDay));
  const named = (name: string, time: number | undefined, line: number): NamedDay[] =>
    time !== undefined && drawn.has(isoDay(time)) ? [{ label: dayName(time), name, line }] : [];
  return {
    ahead: shown.map(dayName),
    named: [
      ...named("Planned end", target, 0),
      ...(state === "ended" ? named("Decision", decided, 1) : named("Today", now, 1)),
    ],
  };
}
