// Numbers the events, metrics and slices of one statement; they are written into it as constant rows. Pure.
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { numberColumn } from "#service/analysis/plan/measurement-plan.ts";
import {
  amountsOf,
  type Amount,
  type MetricInput,
  singleEventOf,
} from "#service/analysis/plan/metric-inputs.ts";

/**
 * Events are counted towards targets. Each event has its own target with the event's number; funnels, and days with one
 * of several events, have one target per metric, numbered after the events. `step` is the step of a funnel from 1, else
 * 0.
 */
export interface EventTarget {
  event: number;
  target: number;
  step: number;
  steps: number;
}

/** The columns of a target that a metric reads: one-based indexes in `columns`, 0 for none. */
export interface MetricPart {
  target: number;
  metric: number;
  kind: number;
  /** The percentile of the cap, in ten-thousandths of a percent. */
  percentile: number;
  x: number;
  y: number;
  /** One-based index of the number for which events without it are counted; 0 for none. */
  missing: number;
}

export const kinds = { total: 0, users: 1, days: 2, ratio: 3 } as const;

/** Pseudo-targets that count units by what became of them. */
export const unitTargets = { counted: -1, crossover: -2, withoutID: -3, leftOut: -4 } as const;
/** Negative metric numbers: units, new units per day, and from `logged` downwards whether an event was logged. */
export const unitMetrics = { ...unitTargets, ofDay: -5, logged: -10 } as const;

export interface StatementPlan {
  plan: MeasurementPlan;
  targets: readonly EventTarget[];
  parts: readonly MetricPart[];
  /** Columns of a unit's totals that parts read. */
  columns: readonly string[];
  /** Number of number columns: as many as the event with the most needs. */
  numbers: number;
  hasFunnels: boolean;
  /** True if the day of an event matters. */
  hasDays: boolean;
}

/** A percentile of 100: no value is capped. */
const uncapped = 1_000_000;

export function statementPlan(plan: MeasurementPlan, winsorization: number | null): StatementPlan {
  const { metrics, events, hasPast } = plan;
  const columns: string[] = ["exposures"];
  const columnOf = (name: string) => {
    if (!columns.includes(name)) columns.push(name);
    return columns.indexOf(name) + 1;
  };
  const ownTarget = (metric: number) => events.length + metric;
  const targets: EventTarget[] = events.map((_, event) => ({ event, target: event, step: 0, steps: 0 }));
  const parts: MetricPart[] = [];
  const eventNumber = (key: string) => events.indexOf(key);

  const amountColumn = (amount: Amount) => {
    if (amount.adds === "one") return "counted";
    return `${amount.adds === "its number" ? "sum" : "with"}_${numberColumn(amount, plan)}`;
  };
  const countedOf = (amount: Amount) => columnOf(amountColumn(amount));
  const pastOf = (amount: Amount) => (hasPast ? columnOf(`past_${amountColumn(amount)}`) : 0);
  const missingOf = (amount: Amount) => (amount.adds === "its number" ? numberColumn(amount, plan) + 1 : 0);
  const targetOf = (amount: Amount) => eventNumber(amount.event);

  const addParts = (input: MetricInput, metric: number) => {
    const own = input.winsorization === undefined ? winsorization : input.winsorization;
    const isTotal = input.measure === "total";
    const line = {
      metric,
      kind: input.measure === "funnel" ? kinds.ratio : kinds[input.measure],
      percentile: isTotal && own !== null && own < 100 ? Math.round(own * 1e4) : uncapped,
      missing: 0,
    };
    switch (input.measure) {
      case "total":
      case "users":
        for (const amount of input.amounts)
          parts.push({
            ...line,
            target: targetOf(amount),
            x: countedOf(amount),
            y: pastOf(amount),
            missing: missingOf(amount),
          });
        return;
      case "ratio":
        for (const amount of input.numerator)
          parts.push({
            ...line,
            target: targetOf(amount),
            x: countedOf(amount),
            y: 0,
            missing: missingOf(amount),
          });
        for (const amount of input.denominator)
          parts.push({
            ...line,
            target: targetOf(amount),
            x: 0,
            y: countedOf(amount),
            missing: missingOf(amount),
          });
        return;
      case "days": {
        const places = [...new Set(input.events)].map(eventNumber);
        const [sole = 0] = places;
        const target = places.length > 1 ? ownTarget(metric) : sole;
        if (places.length > 1) for (const event of places) targets.push({ event, target, step: 0, steps: 0 });
        parts.push({ ...line, target, x: columnOf("days"), y: hasPast ? columnOf("past_days") : 0 });
        return;
      }
      default: {
        const target = ownTarget(metric);
        const steps = input.steps.length;
        for (const [index, key] of input.steps.entries())
          targets.push({ event: eventNumber(key), target, step: index + 1, steps });
        const isByDay = input.counts === "users";
        parts.push({
          ...line,
          target,
          x: columnOf(isByDay ? "end_days" : "ends"),
          y: columnOf(isByDay ? "start_days" : "starts"),
        });
      }
    }
  };
  for (const [metric, input] of metrics.entries()) addParts(input, metric);

  const pseudo = { kind: kinds.users, percentile: uncapped, x: 0, y: 0, missing: 0 };
  for (const target of Object.values(unitTargets))
    parts.push({ ...pseudo, target, metric: target, kind: kinds.total, x: 1 });
  parts.push({ ...pseudo, target: unitTargets.counted, metric: unitMetrics.ofDay });
  for (const event of events.keys())
    if (loggedBy(plan, event) < 0)
      parts.push({ ...pseudo, target: event, metric: unitMetrics.logged - event });

  const hasFunnels = metrics.some(({ measure }) => measure === "funnel");
  return {
    plan,
    targets,
    parts,
    columns,
    numbers: Math.max(0, ...plan.numbers.map(({ length }) => length)),
    hasFunnels,
    hasDays: hasFunnels || metrics.some(({ measure }) => measure === "days"),
  };
}

/** Reduces a plan to one of its metrics, measured day by day. Values accumulate from day to day, so the day of an event matters. */
export function planOfMetric(whole: StatementPlan, metric: number, hasPast: boolean): StatementPlan {
  const parts = whole.parts.filter((part) => part.metric === metric);
  const own = new Set(parts.map(({ target }) => target));
  const targets = whole.targets.filter(({ target }) => own.has(target));
  const nameOf = (place: number) => whole.columns[place - 1] ?? "";
  const taken = parts.flatMap(({ x, y }) => [x, ...(hasPast || !nameOf(y).startsWith("past_") ? [y] : [])]);
  const columns = [...new Set(taken.filter((place) => place > 0).map(nameOf))];
  const placeOf = (place: number) => columns.indexOf(nameOf(place)) + 1;
  return {
    ...whole,
    plan: { ...whole.plan, hasPast },
    targets,
    parts: parts.map((part) => ({ ...part, x: placeOf(part.x), y: placeOf(part.y) })),
    columns,
    hasFunnels: targets.some(({ steps }) => steps > 0),
    hasDays: true,
  };
}

/** True if any metric of the plan is capped. */
export const isCapped = ({ parts }: StatementPlan) => parts.some(({ percentile }) => percentile < uncapped);

/** Returns the metric whose rows show that an event was logged, else a negative metric number that exists only for that purpose. */
export function loggedBy({ metrics, events, firstRatio }: MeasurementPlan, event: number): number {
  const found = metrics.findIndex(
    (input, metric) => metric < firstRatio && singleEventOf(input) === events[event],
  );
  return found < 0 ? unitMetrics.logged - event : found;
}

/** Returns the numbers of a metric's events. */
export const eventsOf = ({ events }: MeasurementPlan, input: MetricInput): number[] => [
  ...new Set(amountsOf(input).map(({ event }) => events.indexOf(event))),
];
