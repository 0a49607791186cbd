// Computes the value pairs of one unit after the other from its hits (statistics 3): x and y of measurements.ts before capping. Each
// hit belongs to one slice: of the whole there is only slice 0, of an event dimension one for each frequent value. Pure.
import { type MeasurementPlan, numberColumn } from "#service/analysis/plan/measurement-plan.ts";
import {
  type Amount,
  amountsOf,
  type MetricInput,
  singleEventOf,
  soleAmounts,
} from "#service/analysis/plan/metric-inputs.ts";
import { unitFunnels } from "./unit-funnels.ts";
import { type Hits, never, type SliceOf, type Takers } from "./unit-hits.ts";
import { unitSeveral } from "./unit-several.ts";

/** Totals of a unit's hits of one event, as fields of an array. The same total of the past follows each. */
const field = { hits: 0, days: 2, numbers: 4 };
const fieldsOfNumber = 4;
/** For each number of a hit: its sum, and the hits that have it. */
const sumField = (column: number) => field.numbers + fieldsOfNumber * column;
const countField = (column: number) => sumField(column) + 2;

/** A metric that needs the hits of one event alone: the fields of x and y. */
interface SoleMetric {
  event: string;
  metric: number;
  measure: MetricInput["measure"];
  x: number;
  y: number;
}

function soleMetric(input: MetricInput, metric: number, plan: MeasurementPlan): SoleMetric | undefined {
  const { measure } = input;
  const fieldOf = (amount: Amount) => {
    if (amount.adds === "one") return field.hits;
    const column = numberColumn(amount, plan);
    return amount.adds === "its number" ? sumField(column) : countField(column);
  };
  const sole = soleAmounts(input);
  if (sole) {
    const { x, y } = sole;
    return { event: x.event, metric, measure, x: fieldOf(x), y: fieldOf(y) + (measure === "ratio" ? 0 : 1) };
  }
  const [event, ...others] = measure === "days" ? input.events : [];
  if (event === undefined || others.length > 0) return undefined;
  return { event, metric, measure, x: field.days, y: field.days + 1 };
}

/** Returns the slices by value. `own` are those of each metric; other values are rare and share slice 0. */
function slicesOf({ metrics, events }: MeasurementPlan, { values, slices }: EventCut): SliceOf {
  const ofMetric = metrics.map((_, metric) =>
    Int32Array.from({ length: values }, (__, value) => (slices[metric]?.includes(value) ? value : 0)),
  );
  // Metrics that use the same single event share their slices.
  const ofEvent = events.map(
    (event) =>
      ofMetric[metrics.findIndex((input) => singleEventOf(input) === event)] ?? new Int32Array(values),
  );
  return { ofMetric, ofEvent };
}

/** Returns the metrics that read a number of each event, as often as an amount reads one. */
const numberReaders = (plan: MeasurementPlan) =>
  plan.events.map((event) =>
    plan.metrics.flatMap((input, metric) =>
      amountsOf(input)
        .filter((amount) => amount.event === event && amount.adds === "its number")
        .map((amount) => ({ metric, column: numberColumn(amount, plan) })),
    ),
  );

/** An event dimension: the number of its values, and the slices of each metric. */
export interface EventCut {
  /** Index among the event dimensions. */
  dimension: number;
  values: number;
  slices: readonly (readonly number[])[];
}

const wholeCut: EventCut = { dimension: -1, values: 1, slices: [] };

/** Without a `cut` all hits are taken as the whole. */
export function unitPairs(plan: MeasurementPlan, takers: Takers, cut = wholeCut) {
  const { metrics, events, numbers } = plan;
  const eventCount = events.length;
  const columnsOf = Uint8Array.from(numbers, ({ length }) => length);
  const width = field.numbers + fieldsOfNumber * Math.max(0, ...columnsOf);
  const sliceOf = slicesOf(plan, cut);
  const readers = numberReaders(plan);

  const soles = events.map((): SoleMetric[] => []);
  for (const [number, input] of metrics.entries()) {
    const sole = soleMetric(input, number, plan);
    if (sole) soles[events.indexOf(sole.event)]?.push(sole);
  }
  const hasSoles = Uint8Array.from(soles, ({ length }) => Math.min(length, 1));

  /** By slice and event. */
  const totals = new Float64Array(cut.values * eventCount * width);
  /** The last day with a hit: hits come in the order of their days. */
  const lastDay = new Int32Array(cut.values * eventCount).fill(never);
  const used = new Int32Array(cut.values * eventCount);
  let usedCount = 0;
  const several = unitSeveral(plan, takers, { sliceOf, slices: cut.values });
  const funnels = unitFunnels(plan, takers.pair, { sliceOf, slices: cut.values });

  function addToEvent(at: number, day: number, { numbers: own }: Hits, row: number, columns: number) {
    const isPast = day < 0 ? 1 : 0;
    const first = at * width + isPast;
    const last = lastDay[at] ?? never;
    if (last !== day) {
      if (last === never) {
        used[usedCount] = at;
        usedCount += 1;
      }
      lastDay[at] = day;
      totals[first + field.days] = (totals[first + field.days] ?? 0) + 1;
    }
    totals[first] = (totals[first] ?? 0) + 1;
    for (let column = 0; column < columns; column += 1) {
      const value = own[column]?.[row] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const sum = first + sumField(column);
      totals[sum] = (totals[sum] ?? 0) + value;
      totals[sum + 2] = (totals[sum + 2] ?? 0) + 1;
    }
  }

  function passOn(at: number) {
    const event = at % eventCount;
    const slice = Math.trunc((at - event) / eventCount);
    const own = soles[event] ?? [];
    for (let index = 0; index < own.length; index += 1) {
      const sole = own[index];
      if (!sole) continue;
      const above = totals[at * width + sole.x] ?? 0;
      const below = totals[at * width + sole.y] ?? 0;
      if (sole.measure === "total") takers.pair(sole.metric, slice, above, below);
      else if (sole.measure === "days") takers.days(sole.metric, slice, above, below);
      else if (sole.measure === "users")
        takers.pair(sole.metric, slice, Math.min(above, 1), Math.min(below, 1));
      // Units with a denominator of 0 are excluded.
      else if (below > 0) takers.pair(sole.metric, slice, above, below);
    }
  }

  function addMissing(event: number, value: number, column: number) {
    for (const reader of readers[event] ?? [])
      if (reader.column === column)
        takers.missing(reader.metric, sliceOf.ofMetric[reader.metric]?.[value] ?? 0);
  }

  return {
    /** Takes a hit of the current unit. */
    add(hits: Hits, row: number) {
      const value = cut.dimension < 0 ? 0 : (hits.values[cut.dimension]?.[row] ?? -1);
      if (value < 0) return;
      const event = hits.events[row] ?? 0;
      const day = hits.days[row] ?? 0;
      const columns = columnsOf[event] ?? 0;
      if (hasSoles[event] === 1)
        addToEvent((sliceOf.ofEvent[event]?.[value] ?? 0) * eventCount + event, day, hits, row, columns);
      several.add(event, value, day, hits, row);
      if (day < 0) return;
      funnels.add(event, value, day, hits.moments[row] ?? 0);
      for (let column = 0; column < columns; column += 1)
        if (Number.isNaN(hits.numbers[column]?.[row])) addMissing(event, value, column);
    },
    /** Passes on the pairs of the current unit, and begins the next one. */
    end() {
      for (let index = 0; index < usedCount; index += 1) {
        const at = used[index] ?? 0;
        passOn(at);
        lastDay[at] = never;
        for (let place = at * width; place < (at + 1) * width; place += 1) totals[place] = 0;
      }
      usedCount = 0;
      several.end();
      funnels.end();
    },
  };
}
