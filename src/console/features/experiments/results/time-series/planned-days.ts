// The future part of a chart's day axis: today, planned end and decision by name, and the days until then. Pure.
import type { Experiment } from "#contract/experiment.ts";
import { experimentDays } from "#statistics/experiment-days.ts";
import type { NamedDay } from "#console/foundation/charts/band-chart.tsx";
import { dayName, isoDay } from "./day-point.ts";

const dayLength = 86_400_000;
/** Limit on future days, so that the recorded ones keep enough room. */
const mostAhead = 60;
/** Minimum distance of two names on one line, as a share of the days; wide enough on a phone. */
const apart = 0.3;

/** `known` are the times of the recorded days; times are in ms. */
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
  const drawn = [...known, ...shown].map(isoDay);
  const placeOf = (time: number | undefined) => (time === undefined ? -1 : drawn.indexOf(isoDay(time)));
  const named = (name: string, time: number | undefined, line: number): NamedDay[] =>
    time !== undefined && placeOf(time) !== -1 ? [{ label: dayName(time), name, line }] : [];
  const [name, time] = state === "ended" ? ["Decision", decided] : ["Today", now];
  const end = placeOf(target);
  const isBeside = end !== -1 && Math.abs(placeOf(time) - end) < apart * drawn.length;
  return {
    ahead: shown.map(dayName),
    named: [...named("Planned end", target, 0), ...named(name, time, isBeside ? 1 : 0)],
  };
}
