import { describe, expect, test } from "vitest";
import { healthChecks, type HealthInput } from "./health-checks.ts";
import { biasOf } from "./pre-experiment-bias.ts";

const groups = [
  { id: "old", name: "Old", size: 50 },
  { id: "new", name: "New", size: 50 },
];
const experiment = { id: "form", name: "Form", status: "active", idType: "userID", groups };

/** The inputs of a healthy experiment, with the given changes. */
const input = (changes: Partial<HealthInput> = {}): HealthInput => ({
  experiment,
  metrics: [
    { name: "Orders", id: "Orders::event_count" },
    { name: "Visits", id: "Visits::event_dau" },
  ],
  counts: {
    exposures: 10_000,
    withUnit: 10_000,
    metricsWithData: ["Orders::event_count", "Visits::event_dau"],
  },
  assignment: { units: { old: 5000, new: 5000 }, crossovers: 0 },
  bias: { status: "PASSED", tests: 2, threshold: 0.005, found: [] },
  changes: [],
  ...changes,
});
const counts = (exposures: number, withUnit: number, metricsWithData: string[] = []) => ({
  counts: { exposures, withUnit, metricsWithData },
});
const units = (old: number, fresh: number, crossovers = 0) => ({
  assignment: { units: { old, new: fresh }, crossovers },
});
const sized = (oldSize: number, newSize: number) => ({
  experiment: {
    ...experiment,
    groups: [
      { ...groups[0], id: "old", name: "Old", size: oldSize },
      { ...groups[1], id: "new", name: "New", size: newSize },
    ],
  },
});

const nothing = input({
  ...counts(0, 0),
  ...units(0, 0),
  bias: { status: "WAITING", tests: 0, threshold: undefined, found: [] },
});

test("With everything in order all seven checks pass", () => {
  expect(healthChecks(input()).map(({ name, status }) => `${name}: ${status}`)).toEqual([
    "Checks started: PASSED",
    "Checks have valid unit type: PASSED",
    "Event metrics have data: PASSED",
    "Metric results available: PASSED",
    "Exposures are balanced: PASSED",
    "Crossover units detected: PASSED",
    "Pre-experiment bias: PASSED",
  ]);
});

test("Without data all seven wait under their waiting names", () => {
  expect(healthChecks(nothing).map(({ name, status }) => `${name}: ${status}`)).toEqual([
    "Checks not yet detected: WAITING",
    "Valid unit type not yet verified: WAITING",
    "Event metric data not yet verified: WAITING",
    "Metric results not yet available: WAITING",
    "Exposure balance not yet verified: WAITING",
    "Crossover units detected: WAITING",
    "Pre-experiment bias: WAITING",
  ]);
});

describe("Each check", () => {
  test.each<[string, Partial<HealthInput>, string, RegExp]>([
    ["Checks have valid unit type", counts(1000, 990), "PASSED", /99 % of 1,000 exposures carry a userID/],
    ["Checks have valid unit type", counts(1000, 989), "WARNING", /98.9 %.*11 exposures.*make sure/],
    ["Checks have valid unit type", counts(1000, 500), "WARNING", /50 %/],
    ["Checks have valid unit type", counts(1000, 499), "FAILED", /49.9 %.*501 exposures/],
    [
      "Event metrics have data",
      counts(9, 9, ["Orders::event_count"]),
      "WARNING",
      /for Visits\. These have no result.*Make sure/,
    ],
    ["Event metric data not yet verified", counts(9, 9), "WAITING", /same ids as exposures/],
    ["Event metric data not yet verified", { metrics: [] }, "WAITING", /no metrics yet/],
    ["Metric results available", units(2, 2), "PASSED", /Old can be compared with New/],
    ["Metric results not yet available", units(2, 1), "WAITING", /2 units or more/],
    ["Metric results not yet available", units(1, 2), "WAITING", /2 units or more/],
    ["Exposure balance not yet verified", units(5, 4), "WAITING", /Too few/],
    ["Exposures are balanced", units(5, 5), "PASSED", /fit the plan.*Old 5 units \(50 %, planned 50 %\)/],
    // p-values 0.034, 0.0087 and 0.00051 of statistics 12, the last with shares that differ by 0.9 points.
    ["Exposures are balanced", units(10_150, 9850), "PASSED", /p 0.0339/],
    [
      "Exposures are balanced",
      units(10_186, 9814),
      "WARNING",
      /unlikely to be chance, but too little to fail/,
    ],
    ["Exposures are balanced", units(10_250, 9750), "FAILED", /p < 0.001.*not to be trusted/],
    // A harmless imbalance: highly significant, but less than 0.1 points.
    ["Exposures are balanced", units(50_090_000, 49_910_000), "WARNING", /p < 0.001/],
    ["Exposures are balanced", units(50_100_000, 49_900_000), "FAILED", /p < 0.001/],
    ["Exposures are balanced", sized(100, 0), "FAILED", /New 5,000 units \(50 %, planned 0 %\)/],
    ["Crossover units detected", units(4996, 4995, 9), "PASSED", /9 units of 10,000 \(0.09 %\)/],
    [
      "Crossover units detected",
      units(4995, 4995, 10),
      "WARNING",
      /0.1 %.*matters little: up to 1 %.*keeps its group/,
    ],
    ["Crossover units detected", units(4950, 4950, 100), "WARNING", /1 %/],
    [
      "Crossover units detected",
      units(4950, 4949, 101),
      "FAILED",
      /101 units.*1.01 %.*above 1 %.*not to be trusted/,
    ],
    ["Crossover units detected", units(50, 49, 1), "WARNING", /1 unit of 100 \(1 %\) was seen/],
    [
      "Pre-experiment bias",
      {
        bias: {
          status: "WARNING",
          tests: 2,
          threshold: 0.005,
          found: [{ metric: "Orders", group: "New", pValue: 0.0004 }],
        },
      },
      "WARNING",
      /New in Orders \(p < 0.001\).*2 tests.*p 0.005.*CUPED/,
    ],
    ["Pre-experiment bias", { bias: undefined }, "WAITING", /not computed yet/],
  ])("%s with %j: %s", (name, changes, status, words) => {
    const found = healthChecks(input(changes)).find((check) => check.name === name);
    expect(found).toMatchObject({ name, status, description: expect.stringMatching(words) });
  });
});

describe("Pre-experiment bias", () => {
  const metrics = [
    { id: "Orders::event_count", name: "Orders", type: "event_count", directionality: "increase" },
    { id: "Way::funnel", name: "Way", type: "funnel", directionality: "increase" },
  ];
  const side = (meanY: number, squaresY: number) => ({
    n: 1000,
    meanX: 0,
    meanY,
    squaresX: 0,
    squaresY,
    products: 0,
    nonzero: meanY > 0 ? 100 : 0,
  });
  const bias = (old: ReturnType<typeof side>, fresh: ReturnType<typeof side>) =>
    biasOf(experiment, metrics, {
      assignment: { units: { old: 1000, new: 1000 }, crossovers: 0 },
      metrics: {
        "Orders::event_count": { kind: "mean", groups: { old, new: fresh }, slices: [] },
        "Way::funnel": { kind: "ratio", groups: {}, slices: [] },
      },
      loggedEvents: [],
    });

  test("warns where the covariates differ beyond 0.01 over the number of tests", () => {
    // Standard error 0.0447: z 2.68 is p 0.0073, z 2.46 is p 0.0139.
    expect(bias(side(1, 999), side(1.12, 999))).toEqual({
      status: "WARNING",
      tests: 1,
      threshold: 0.01,
      found: [{ metric: "Orders", group: "New", pValue: expect.closeTo(0.0073, 4) }],
    });
    expect(bias(side(1, 999), side(1.11, 999))).toMatchObject({ status: "PASSED", tests: 1, found: [] });
  });

  test("waits where no unit did anything before", () => {
    expect(bias(side(0, 0), side(0, 0))).toMatchObject({ status: "WAITING", tests: 0 });
  });
});
