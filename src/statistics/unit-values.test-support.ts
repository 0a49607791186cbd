// Computes the value of one unit from its events by a direct implementation of statistics 3, as reference for the service's queries.

const dayMs = 86_400_000;
/** Returns the UTC day of a time in ms, counted from 1970. */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** Returns the share of the unit's days in the experiment with an event; times in ms, events from exposure to end. */
export function participation(events: readonly number[], exposure: number, end: number): number {
  return new Set(events.map(dayOf)).size / (dayOf(end) - dayOf(exposure) + 1);
}

/** An event that matches a funnel step, counted from 1; an event that matches two steps is listed twice. */
export interface StepEvent {
  step: number;
  time: number;
}

export interface FunnelPair {
  numerator: number;
  denominator: number;
}

/** Returns a unit's numerator and denominator of a funnel by day; "users" counts days, "events" counts events. */
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
  // The last step counts from this time on; Infinity if an earlier step is missing.
  let probability = -Infinity;
  for (let step = 1; step < steps; step += 1) probability = earliest(timesOf(step, probability));
  const [ends, starts] = [timesOf(steps, probability).length, timesOf(1, -Infinity).length];
  if (counted === "events") return { numerator: ends, denominator: starts };
  return { numerator: Math.min(ends, 1), denominator: Math.min(starts, 1) };
}
