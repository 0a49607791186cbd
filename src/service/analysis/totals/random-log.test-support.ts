// Test support: random logs, and an analysis with every kind of metric over them. All implementations of measurements
// are compared with the test oracle on these.
import fc from "fast-check";
import { criterionConditions, numberConditions } from "#contract/metric-definition.ts";
import type { MetricCriterion } from "#contract/metric.ts";
import type { NewEvent, NewExposure } from "#service/database/logs.ts";
import { sourceKey } from "#service/analysis/plan/event-source.ts";
import type { Measurements } from "#service/analysis/plan/measurements.ts";
import type { Amount, MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { dayOf } from "#statistics/unit-values.test-support.ts";
import type { Analysis } from "./measure-experiment.ts";

const day = 86_400_000;
export const start = Date.UTC(2026, 9, 20, 9);
export const end = start + 4 * day;

const one = (event: string): Amount => ({ event, adds: "one" });
const value = (event: string): Amount => ({ event, adds: "its number" });
const items = (event: string): Amount => ({ event, adds: "its number", key: "items" });
export const inputs: MetricInput[] = [
  { id: "count", measure: "total", amounts: [one("order")] },
  { id: "count of two", measure: "total", amounts: [one("order"), one("pay")] },
  { id: "sum", measure: "total", amounts: [value("order")] },
  { id: "sum of items", measure: "total", amounts: [items("view")] },
  { id: "sum of two", measure: "total", amounts: [value("order"), items("pay")] },
  { id: "users", measure: "users", amounts: [one("order")] },
  { id: "users of two", measure: "users", amounts: [one("view"), one("pay")] },
  { id: "days", measure: "days", events: ["order"] },
  { id: "days of two", measure: "days", events: ["view", "pay"] },
  {
    id: "mean",
    measure: "ratio",
    numerator: [value("order")],
    denominator: [{ event: "order", adds: "one if it has a number" }],
  },
  { id: "ratio", measure: "ratio", numerator: [items("pay")], denominator: [one("view")] },
  { id: "ratio in one", measure: "ratio", numerator: [value("pay")], denominator: [items("pay")] },
  { id: "days of a funnel", measure: "funnel", steps: ["view", "order", "pay"], counts: "users" },
  { id: "events of a funnel", measure: "funnel", steps: ["view", "order"], counts: "events" },
  { id: "one step", measure: "funnel", steps: ["pay"], counts: "events" },
  { id: "the same step twice", measure: "funnel", steps: ["view", "view"], counts: "events" },
];

const filters: MetricCriterion[] = criterionConditions.flatMap((condition) =>
  [{ type: "value" }, { type: "metadata", column: "items" }, { type: "metadata", column: "shop" }].map(
    (part) => ({
      ...part,
      condition,
      values: numberConditions.includes(condition)
        ? [" 5"]
        : ["3", "north", "-1.5e1"].slice(condition === "=" ? 1 : 0),
    }),
  ),
);
const [inside, missing, both] = [
  [{ type: "value", condition: "in", values: ["3", "4", "5", "6"] }],
  [{ type: "metadata", column: "shop", condition: "not_in", values: ["north"], nullVacuousOverride: false }],
  [
    { type: "value", condition: ">", values: ["2"] },
    {
      type: "metadata",
      column: "shop",
      condition: "contains",
      values: ["or", "x"],
      nullVacuousOverride: true,
    },
  ],
];
const [order, view] = [sourceKey("order", inside), sourceKey("view", both)];

/** Metrics over filtered events: every filter condition and every kind of metric, with caps of their own. */
export const filtered: MetricInput[] = [
  ...[...filters.map((some) => [some]), missing, both].map((some): MetricInput => ({
    id: JSON.stringify(some),
    measure: "total",
    amounts: [one(sourceKey("order", some))],
  })),
  { id: "own cap", measure: "total", amounts: [items(order)], winsorization: 60 },
  { id: "no cap", measure: "total", amounts: [items(order)], winsorization: null },
  { id: "filtered sum of two", measure: "total", amounts: [value(order), items("view")], winsorization: 90 },
  { id: "filtered users", measure: "users", amounts: [one(order)] },
  { id: "filtered days", measure: "days", events: [order] },
  { id: "filtered share", measure: "ratio", numerator: [one(order)], denominator: [one("order")] },
  { id: "filtered mean", measure: "ratio", numerator: [items(view)], denominator: [one(order)] },
  { id: "filtered funnel", measure: "funnel", steps: [view, order], counts: "events" },
  { id: "the same event with and without", measure: "funnel", steps: ["view", view], counts: "users" },
];

export const analysis = (
  winsorization: number | null,
  idType?: string,
  more: MetricInput[] = [],
): Analysis => ({
  window: { experimentID: "form", idType, start, end },
  inputs: [...inputs, ...more],
  winsorization,
  cuped: true,
  dimensions: [
    { key: "tier", type: "user" },
    { key: "seat", type: "user" },
    { key: "shop", type: "event" },
  ],
});

/**
 * Normalizes measurements for comparison: sorts slices and rounds sums to twelve digits, because the order of additions
 * is not guaranteed.
 */
export function comparable(measurements: Measurements): unknown {
  const sorted = {
    ...measurements,
    metrics: Object.fromEntries(
      Object.entries(measurements.metrics).map(([id, metric]) => [
        id,
        {
          ...metric,
          slices: metric.slices.toSorted((a, b) =>
            `${a.dimension.key} ${a.value}` < `${b.dimension.key} ${b.value}` ? -1 : 1,
          ),
        },
      ]),
    ),
  };
  return JSON.parse(JSON.stringify(sorted), (_, some: unknown) =>
    typeof some === "number" ? Number((Math.abs(some) < 1e-9 ? 0 : some).toPrecision(9)) : some,
  );
}

const time = fc.oneof(
  fc.integer({ min: start - 9 * day, max: end + day }),
  fc.constantFrom(start, end, start + day, dayOf(start) * day + 2 * day, (dayOf(start) - 6) * day, end + 1),
);
const unit = fc.constantFrom("u1", "u2", "u3", "u4", "u5", "u6", "u7", "");
const exposure = fc.record({
  experiment: fc.constant("form"),
  unit,
  // Mostly the same group, so that few units become crossovers.
  group: fc.constantFrom("", "", "", "", "", "", "a"),
  time: fc.oneof(time, fc.integer({ min: start, max: start + day })),
  properties: fc
    .record(
      { tier: fc.constantFrom("gold", "silver", ""), seat: fc.constantFrom("1", "2") },
      { requiredKeys: [] },
    )
    .map((properties) => JSON.stringify(properties)),
});
const groupOf = (id: string) => (Number(id.slice(1)) % 3 === 0 ? "a" : "b");
const inGroups = (all: readonly NewExposure[]) =>
  all.map((some) => ({ ...some, group: some.group || groupOf(some.unit) }));
export const exposureOf = fc.array(exposure, { minLength: 1, maxLength: 12 }).map(inGroups);
const event = fc.record({
  name: fc.constantFrom("view", "order", "pay", "other"),
  time,
  unit,
  value: fc.constantFrom("", "3", "12.5", "-4", "free", "0"),
  source: fc.constant("web"),
  metadata: fc
    .record(
      {
        items: fc.constantFrom("2", "7", "many", "-1.5e1"),
        shop: fc.constantFrom("north", "south", "Other", ""),
      },
      { requiredKeys: [] },
    )
    .map((metadata) => JSON.stringify(metadata)),
});
/** Ids of other types; imported rows have none. */
const ids = fc.record(
  { stableID: unit, "company id": unit, unknown: fc.constant("u1") },
  { requiredKeys: [] },
);
const withIds = fc
  .tuple(event, fc.option(ids, { nil: undefined }))
  .map(([some, own]) => (own ? { ...some, ids: JSON.stringify(own) } : some));

/** Returns an event's id of the given type. */
export function unitOf({ unit, ids }: NewEvent, idType: string) {
  if (idType === "userID" || ids === undefined) return unit;
  const own: unknown = JSON.parse(ids)[idType];
  return typeof own === "string" ? own : "";
}

/** Many events with one value, so that other values become rare. */
const usual = event.map((some) => ({ ...some, name: "view", metadata: '{"items":"1","shop":"north"}' }));
export const eventsOf = fc
  .tuple(fc.array(withIds, { maxLength: 60 }), fc.array(usual, { maxLength: 40 }))
  .map((parts) => parts.flat());

/** The same random logs every time, for engines on which many would take too long; unlike others, none is nearly empty. */
export const fullLogs = (count: number) =>
  fc
    .sample(
      fc.tuple(
        fc.array(exposure, { minLength: 16, maxLength: 16 }),
        fc.array(withIds, { minLength: 90, maxLength: 90 }),
        fc.array(usual, { minLength: 40, maxLength: 40 }),
      ),
      { numRuns: count, seed: 7 },
    )
    .map(([exposures, ...events]) => ({ exposures: inGroups(exposures), events: events.flat() }));

/** A log with many property values, events before exposures, filtered events, unusual group names, and a group that only crossovers saw. */
export function manyValues(): { exposures: NewExposure[]; events: NewEvent[] } {
  const exposures = Array.from({ length: 300 }, (_, number): NewExposure => ({
    experiment: "form",
    unit: `u${number}`,
    group: ["10", "2", "control"][number % 3] ?? "",
    time: start + number,
    properties: JSON.stringify({
      seat: `${number % 61}`,
      ...(number % 7 ? { tier: `${number % 53}` } : {}),
    }),
  }));
  const crossover = { experiment: "form", unit: "u5", group: "1", time: start + day, properties: "{}" };
  const events = Array.from({ length: 900 }, (_, number): NewEvent => ({
    name: ["view", "order", "pay"][number % 3] ?? "",
    // Some are in the week before.
    time: start + ((number % 5) - (number % 4 ? 0 : 6)) * day,
    unit: `u${(number * number) % 310}`,
    value: ["", "free"][number % 13] ?? `${number % 11}`,
    source: "web",
    metadata: JSON.stringify({
      items: number % 17 ? `${number % 9}` : "-1.5e1",
      ...(number % 5 && {
        shop: number % 29 ? ["north", "south", "", "Northern"][number % 4] : `rare ${number % 7}`,
      }),
    }),
  }));
  return { exposures: [...exposures, crossover], events };
}
