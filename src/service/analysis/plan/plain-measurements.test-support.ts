// Test oracle: measures an experiment by a direct implementation of statistics 2 to 4, 6 and 10, which the service's
// queries are compared with.
import { type NewEvent, type NewExposure, numberIn } from "#service/database/logs.ts";
import { dayOf, funnelOfDays, participation } from "#statistics/unit-values.test-support.ts";
import { capRank } from "#statistics/winsorization.ts";
import type { MetricCriterion } from "#contract/metric.ts";
import { isFiltered, sourceOf } from "./event-source.ts";
import type { Dimension, Measured, Measurements, Notes, SliceMeasurement } from "./measurements.ts";
import { type Amount, amountsOf, type MetricInput } from "./metric-inputs.ts";
import { covariateSumsOf, pairSumsOf } from "#statistics/plain-sums.test-support.ts";

const day = 86_400_000;

/** The inputs of a measurement, in the form of the service's own analysis. */
interface Analysis {
  window: { start: number; end: number } | undefined;
  inputs: readonly MetricInput[];
  winsorization: number | null;
  dimensions: readonly Dimension[];
}

interface Logged {
  name: string;
  time: number;
  value: number | null;
  metadata: Record<string, string>;
}

interface Unit {
  group: string;
  exposed: number;
  properties: Record<string, string>;
  /** `counted`: events from the first exposure to the end. `past`: events of the seven days before the day of the first exposure. */
  counted: readonly Logged[];
  past: readonly Logged[];
}

interface Whole {
  units: readonly Unit[];
  groups: readonly string[];
  end: number;
  winsorization: number | null;
}

const textsIn = (json: string): Record<string, string> => JSON.parse(json);

/**
 * Returns the non-empty properties of the first exposure; among exposures at the same instant, the first by the texts
 * of the keys, missing ones last.
 */
function propertiesOf(exposures: readonly NewExposure[], keys: readonly string[]): Record<string, string> {
  const stated = exposures.map(({ properties }) =>
    Object.fromEntries(Object.entries(textsIn(properties)).filter(([, text]) => text !== "")),
  );
  const isBefore = (a: Record<string, string>, b: Record<string, string>) => {
    const key = keys.find((some) => a[some] !== b[some]) ?? "";
    const [first, second] = [a[key], b[key]];
    return first !== undefined && (second === undefined || first < second);
  };
  return stated.reduce((first, some) => (isBefore(some, first) ? some : first));
}

function unitsOf(
  { start, end }: { start: number; end: number },
  dimensions: readonly Dimension[],
  exposures: readonly NewExposure[],
  events: readonly NewEvent[],
) {
  const counts = exposures.filter(({ unit, time }) => unit !== "" && time >= start && time <= end);
  const keys = dimensions.filter(({ type }) => type === "user").map(({ key }) => key);
  const units: Unit[] = [];
  let crossovers = 0;
  for (const id of new Set(counts.map(({ unit }) => unit))) {
    const own = counts.filter(({ unit }) => unit === id);
    const [group = "", ...others] = new Set(own.map((exposure) => exposure.group));
    if (others.length > 0) {
      crossovers += 1;
      continue;
    }
    const exposed = Math.min(...own.map(({ time }) => time));
    const firstDay = dayOf(exposed) * day;
    const logged = events
      .filter(({ unit }) => unit === id)
      .map(({ name, time, value, metadata }): Logged => ({
        name,
        time,
        value: numberIn(value),
        metadata: textsIn(metadata),
      }));
    units.push({
      group,
      exposed,
      properties: propertiesOf(
        own.filter(({ time }) => time === exposed),
        keys,
      ),
      counted: logged.filter(({ time }) => time >= exposed && time <= end),
      past: logged.filter(({ time }) => time < firstDay && time >= firstDay - 7 * day),
    });
  }
  return { units, crossovers };
}

const numberOf = ({ key }: Amount, { value, metadata }: Logged) =>
  key === undefined ? value : numberIn(metadata[key] ?? "");

function added(amounts: readonly Amount[], events: readonly Logged[]): number {
  let total = 0;
  for (const event of events)
    for (const amount of amounts.filter((some) => some.event === event.name)) {
      const number = numberOf(amount, event);
      if (amount.adds === "one") total += 1;
      else if (number !== null) total += amount.adds === "its number" ? number : 1;
    }
  return total;
}

/** True if an event meets a filter; implemented directly from the definition. */
function meets({ type, column, condition, values, nullVacuousOverride }: MetricCriterion, event: NewEvent) {
  const text = type === "value" ? event.value : textsIn(event.metadata)[column ?? ""];
  const given = values ?? [];
  if (!text) return nullVacuousOverride ?? ["not_in", "not_contains", "is_null"].includes(condition);
  const [number, limit] = [numberIn(text), Number(given[0])];
  switch (condition) {
    case "in":
    case "=":
      return given.includes(text);
    case "not_in":
      return !given.includes(text);
    case "contains":
      return given.some((value) => text.includes(value));
    case "not_contains":
      return !given.some((value) => text.includes(value));
    case ">":
      return number !== null && number > limit;
    case ">=":
      return number !== null && number >= limit;
    case "<":
      return number !== null && number < limit;
    case "<=":
      return number !== null && number <= limit;
    default:
      return condition === "non_null";
  }
}

/** Returns the events, plus a copy of each event under the key of every filtered source that it belongs to. */
export const withFiltered = (inputs: readonly MetricInput[], events: readonly NewEvent[]): NewEvent[] => {
  const keys = [...new Set(inputs.flatMap(amountsOf).map(({ event }) => event))].filter(isFiltered);
  return events.flatMap((event) => [
    event,
    ...keys.flatMap((key) => {
      const { name, criteria } = sourceOf(key);
      return name === event.name && criteria.every((one) => meets(one, event))
        ? [{ ...event, name: key }]
        : [];
    }),
  ]);
};

/** Returns value and covariate, or numerator and denominator. */
function pairOf(input: MetricInput, { exposed, counted, past }: Unit, end: number): [number, number] {
  switch (input.measure) {
    case "total":
      return [added(input.amounts, counted), added(input.amounts, past)];
    case "ratio":
      return [added(input.numerator, counted), added(input.denominator, counted)];
    case "users":
      return [Math.min(1, added(input.amounts, counted)), Math.min(1, added(input.amounts, past))];
    case "days": {
      const times = (events: readonly Logged[]) =>
        events.filter(({ name }) => input.events.includes(name)).map(({ time }) => time);
      return [participation(times(counted), exposed, end), new Set(times(past).map(dayOf)).size / 7];
    }
    default: {
      const steps = counted.flatMap(({ name, time }) =>
        input.steps.flatMap((step, index) => (step === name ? [{ step: index + 1, time }] : [])),
      );
      const { numerator, denominator } = funnelOfDays(steps, input.steps.length, input.counts);
      return [numerator, denominator];
    }
  }
}

function capOf(values: readonly number[], percentile: number | null): number | undefined {
  const nonzero = values.filter((value) => value !== 0).sort((a, b) => a - b);
  const rank = capRank(nonzero.length, percentile ?? 100);
  return rank === undefined ? undefined : Math.max(0, nonzero[rank - 1] ?? 0);
}

const below = (cap: number | undefined, value: number) => Math.min(value, cap ?? value);

function nonNumericOf(input: MetricInput, units: readonly Unit[]): number {
  if (input.measure === "days" || input.measure === "funnel") return 0;
  const amounts = amountsOf(input).filter(({ adds }) => adds === "its number");
  return units
    .flatMap(({ counted }) => counted)
    .flatMap((event) =>
      amounts.filter((amount) => amount.event === event.name && numberOf(amount, event) === null),
    ).length;
}

function measured(input: MetricInput, { units, groups, end, winsorization }: Whole): Measured & Notes {
  const nonNumericEvents = nonNumericOf(input, units);
  const notes = nonNumericEvents > 0 ? { nonNumericEvents } : {};
  const pairs = units.map((unit) => ({ group: unit.group, pair: pairOf(input, unit, end) }));
  const byGroup = <Sums>(sums: (pairs: [number, number][]) => Sums) =>
    Object.fromEntries(
      groups.map((group) => [
        group,
        sums(pairs.filter((found) => found.group === group).map(({ pair }) => pair)),
      ]),
    );
  if (input.measure === "ratio" || input.measure === "funnel")
    return {
      kind: "ratio",
      groups: byGroup((own) => pairSumsOf(own.filter(([, below]) => below > 0))),
      ...notes,
    };
  if (input.measure === "days" || input.measure === "users")
    return { kind: "mean", groups: byGroup(covariateSumsOf), ...notes };
  const valuesAt = (index: 0 | 1) => pairs.map(({ pair }) => pair[index]);
  const percentile = input.winsorization === undefined ? winsorization : input.winsorization;
  const [cap, pastCap] = [capOf(valuesAt(0), percentile), capOf(valuesAt(1), percentile)];
  const groupSums = byGroup((own) =>
    covariateSumsOf(own.map(([x, y]) => [below(cap, x), below(pastCap, y)])),
  );
  return { kind: "mean", groups: groupSums, ...(cap === undefined ? {} : { cap }), ...notes };
}

/** Measures the slices of one metric by one dimension, each as if it were the whole. */
function slicesOf(input: MetricInput, whole: Whole, dimension: Dimension): SliceMeasurement[] {
  const { key, type } = dimension;
  const slice = (value: string, units: readonly Unit[]) => ({
    ...measured(input, { ...whole, units }),
    dimension,
    value,
  });
  if (type === "user")
    return [...new Set(whole.units.flatMap(({ properties }) => properties[key] ?? []))].map((value) =>
      slice(
        value,
        whole.units.filter(({ properties }) => properties[key] === value),
      ),
    );

  const names = new Set(amountsOf(input).map(({ event }) => event));
  const values = whole.units
    .flatMap(({ counted }) => counted.filter(({ name }) => names.has(name)))
    .flatMap(({ metadata }) => metadata[key] || []);
  const isKept = (value: string) =>
    value !== "Other" && values.filter((some) => some === value).length * 20 > values.length;
  const unitsWith = (isIn: (value: string) => boolean) => {
    const only = (events: readonly Logged[]) =>
      events.filter(({ metadata }) => metadata[key] && isIn(metadata[key]));
    return whole.units.map((unit) => ({ ...unit, counted: only(unit.counted), past: only(unit.past) }));
  };
  return [
    ...[...new Set(values)].filter(isKept).map((value) =>
      slice(
        value,
        unitsWith((some) => some === value),
      ),
    ),
    ...(values.every(isKept)
      ? []
      : [
          slice(
            "Other",
            unitsWith((some) => !isKept(some)),
          ),
        ]),
  ];
}

export function plainMeasurements(
  { window, inputs, winsorization, dimensions }: Analysis,
  exposures: readonly NewExposure[],
  events: readonly NewEvent[],
): Measurements {
  const { start, end } = window ?? { start: 0, end: 0 };
  const { units, crossovers } = unitsOf({ start, end }, dimensions, exposures, withFiltered(inputs, events));
  const groups = [...new Set(units.map(({ group }) => group))];
  const whole = { units, groups, end, winsorization };
  const names = new Set(inputs.flatMap(amountsOf).map(({ event }) => event));
  const logged = units.flatMap(({ counted, past }) => [...counted, ...past].map(({ name }) => name));
  return {
    assignment: {
      units: Object.fromEntries(
        groups.map((group) => [group, units.filter((unit) => unit.group === group).length]),
      ),
      crossovers,
    },
    metrics: Object.fromEntries(
      inputs.map((input) => [
        input.id,
        {
          ...measured(input, whole),
          slices: dimensions.flatMap((dimension) => slicesOf(input, whole, dimension)),
        },
      ]),
    ),
    loggedEvents: [...new Set(logged)].filter((name) => names.has(name)).sort(),
  };
}
