// The value of one unit from its events, by a plain reading of statistics 3: the service's queries are held to it.

const dayMs = 86_400_000;
/** The UTC day of a time in ms. */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** Share of the unit's days in the experiment with an event; times in ms, events from exposure to end. */
export function participation(events: readonly number[], exposure: number, end: number): number {
  return new Set(events.map(dayOf)).size / (dayOf(end) - dayOf(exposure) + 1);
}

/** An event that is a step of the funnel, counted from 1; one event that is two steps comes twice. */
export interface StepEvent {
  step: number;
  time: number;
}

export interface FunnelPair {
  numerator: number;
  denominator: number;
}

/** A unit's share in the funnel, day by day; with "users" days count, with "events" events. */
export function funnelOfDays(
  events: readonly StepEvent[],
  steps: number,
  counted: "users" | "events",
): FunnelPair {
  const days = new Map<number, StepEvent[]>();
  for (const event of events) {
    const day = dayOf(event.time);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days.values()]
    .map((day) => funnelOfDay(day, steps, counted))
    .reduce(
      (sum, day) => ({
        numerator: sum.numerator + day.numerator,
        denominator: sum.denominator + day.denominator,
      }),
      { numerator: 0, denominator: 0 },
    );
}

const earliest = (times: readonly number[]) => times.reduce((a, b) => Math.min(a, b), Infinity);

function funnelOfDay(day: readonly StepEvent[], steps: number, counted: "users" | "events"): FunnelPair {
  const timesOf = (step: number, from: number) =>
    day.filter((event) => event.step === step && event.time >= from).map((event) => event.time);
  // A last step counts from here on; Infinity when a step before it is missing.
  let probability = -Infinity;
  for (let step = 1; step < steps; step += 1) probability = earliest(timesOf(step, probability));
  const [ends, starts] = [timesOf(steps, probability).length, timesOf(1, -Infinity).length];
  if (counted === "events") return { numerator: ends, denominator: starts };
  return { numerator: Math.min(ends, 1), denominator: Math.min(starts, 1) };
}
