import fc from "fast-check";
import { expect, test } from "vitest";
import { significantDifferences } from "./aa-check.ts";
import { compare } from "./compare.ts";
import { varianceRemoved } from "./cuped.ts";
import type { Moments } from "./moments.ts";
import { daysNeeded, plannedDay, spreadOn, unitsUntil } from "./planned-days.ts";
import { minimumEffect, powerOf, sequentialMinimumEffect, unitsNeeded } from "./power.ts";

// statsmodels 0.15.0, NormalIndPower: solve_power(effect_size, alpha, power, ratio = test / control) gives the control's units.
test.each([
  [0.2, 0.05, 0.8, 1, 392.4430232577885],
  [0.5, 0.05, 0.8, 1, 62.79088416571135],
  [0.8, 0.05, 0.8, 1, 24.527689095731237],
  [0.1, 0.025, 0.8, 1, 1901.0071243500663],
  [0.05, 0.01, 0.8, 1, 9343.174518857988],
  [0.1, 0.05, 0.8, 0.5, 2354.658152798375],
  [0.1, 0.05, 0.9, 1, 2101.483881928466],
  [0.1, 0.05, 0.8, 9, 872.0956138148833],
])("units for %d deviations at level %d, power %d and ratio %d", (effect, alpha, power, ratio, control) => {
  const shares = { control: 1, test: ratio };
  expect(unitsNeeded(alpha, effect, 1, shares, power) / (1 + ratio) / control).toBeCloseTo(1, 4);
});

// From the same library: power(effect_size, nobs1, alpha, ratio).
test.each([
  [0.2, 200, 0.05, 1, 0.5160052739761747],
  [0.5, 64, 0.05, 1, 0.807430419432557],
  [0.1, 1000, 0.025, 0.5, 0.33885288580583833],
  [0.01, 1000, 0.05, 1, 0.05574724994196962],
  [1, 20, 0.1, 2, 0.9776055265989494],
])(
  "power of %d deviations with %d units at level %d and ratio %d",
  (effect, control, alpha, ratio, power) => {
    expect(powerOf(alpha, effect, 1, { control, test: control * ratio })).toBeCloseTo(power, 12);
  },
);

// From the same library, solved for effect_size; the second value is in the drawing of the plan.
test.each([
  [5000, 0.05, 5000, 5.6029829945018796],
  [40768, 0.025, 39569, 2.175700961877618],
  [1000, 0.1, 100, 26.07761967148146],
])("smallest effect of %d units at level %d against %d", (control, alpha, treated, effect) => {
  const found = minimumEffect(alpha, { mean: 1, variance: 1 }, { control, test: treated }) ?? 0;
  expect(found / effect).toBeCloseTo(1, 4);
});

test("Cohen's table for power 0.8 (1988, table 2.4.1) and the rule of 16 s²/d² (Kohavi et al. 2009) are met", () => {
  const each = { control: 1, test: 1 };
  // Cohen's tables are for t tests, which need a unit or two more.
  for (const [effect, units] of [
    [0.2, 393],
    [0.5, 64],
    [0.8, 26],
  ] as const)
    expect(Math.abs(unitsNeeded(0.05, effect, 1, each) / 2 - units)).toBeLessThan(2);
  // Published example: 5 % of users buy, and a change of 5 % of that is to be detected; 121 600 users per group.
  const rule = unitsNeeded(0.05, 0.0025, 0.05 * 0.95, each) / 2 / 121_600;
  expect(rule).toBeGreaterThan(0.97);
  expect(rule).toBeLessThan(1);
});

test("the sequential effect is the fixed one with Zs in the place of z, as in the drawing of the plan", () => {
  const [spread, units] = [
    { mean: 0.214, variance: 0.507 ** 2 * 0.86 },
    { control: 40_768, test: 39_569 },
  ];
  expect(minimumEffect(0.025, spread, units)).toBeCloseTo(4.78, 2);
  expect(sequentialMinimumEffect(0.025, spread, units)).toBeCloseTo(7.11, 2);
});

test("without units, spread or mean there is no smallest effect", () => {
  const units = { control: 100, test: 100 };
  expect(minimumEffect(0.05, { mean: 0, variance: 1 }, units)).toBeUndefined();
  expect(minimumEffect(0.05, { mean: 1, variance: 0 }, units)).toBeUndefined();
  expect(sequentialMinimumEffect(0.05, { mean: 1, variance: 0 }, units)).toBeUndefined();
  expect(sequentialMinimumEffect(0.05, { mean: 1, variance: 1 }, { control: 1, test: 100 })).toBeUndefined();
});

/** Reproducible random numbers from 0 to 1 (mulberry32). */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const next = random(2026);
const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

/** Draws random moments of a group, that is, mean and variance of `n` units with the given distribution. */
const drawnGroup = (n: number, mean: number, variance: number): Moments => ({
  n,
  mean: mean + normal() * Math.sqrt(variance / n),
  variance: variance * (1 + normal() * Math.sqrt(2 / (n - 1))),
});

const runs = 10_000;
/** Returns the share of simulated runs in which an effect (percent) is detected. */
function foundShare(
  alpha: number,
  units: { control: number; test: number },
  effect: number,
  isSequential: boolean,
) {
  const [mean, variance] = [0.214, 0.257];
  let found = 0;
  for (let run = 0; run < runs; run += 1) {
    const control = drawnGroup(units.control, mean, variance);
    const treated = drawnGroup(units.test, mean * (1 + effect / 100), variance);
    const result = compare(control, treated, { alpha, sequential: isSequential });
    const margin = isSequential
      ? result.sequentialTestingConfidenceIntervalDelta
      : result.confidenceIntervalDelta;
    if (Math.abs(result.absoluteChange ?? 0) > (margin ?? Infinity)) found += 1;
  }
  return found / runs;
}

test.each([
  [0.05, { control: 5000, test: 5000 }],
  [0.025, { control: 40_768, test: 39_569 }],
  [0.01, { control: 9000, test: 1000 }],
])(
  "10 000 runs find the smallest effect at level %d in 80 ± 1 %, and no effect no more often than the level",
  (alpha, units) => {
    const spread = { mean: 0.214, variance: 0.257 };
    const fixed = minimumEffect(alpha, spread, units) ?? 0;
    const sequential = sequentialMinimumEffect(alpha, spread, units) ?? 0;
    expect(Math.abs(foundShare(alpha, units, fixed, false) - 0.8)).toBeLessThan(0.01);
    expect(Math.abs(foundShare(alpha, units, sequential, true) - 0.8)).toBeLessThan(0.01);
    // Tolerance: three standard deviations of a share in 10 000 runs.
    expect(foundShare(alpha, units, 0, false)).toBeLessThan(
      alpha + 3 * Math.sqrt((alpha * (1 - alpha)) / runs),
    );
  },
);

test("an A/A check of several metrics and groups calls a difference no more often than its level", () => {
  let called = 0;
  for (let run = 0; run < runs; run += 1)
    called += significantDifferences(Array.from({ length: 8 }, next), 0.05).called.length > 0 ? 1 : 0;
  expect(called / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs));
  expect(called / runs).toBeGreaterThan(0.04);
  expect(significantDifferences([0.5, 0.02, 0.2], 0.05)).toEqual({ threshold: 0.05 / 3, called: [] });
  expect(significantDifferences([0.5, 0.016, 0.2], 0.05).called).toEqual([1]);
  expect(significantDifferences([], 0.05).called).toEqual([]);
});

const past = [1000, 400, 300, 250, 200, 200, 180, 170, 160, 150];

test("units that come again are none, and after the past each day brings what the last week brought", () => {
  expect([1, 2, 10].map((day) => unitsUntil(past, day))).toEqual([1000, 1400, 3010]);
  const week = (250 + 200 + 200 + 180 + 170 + 160 + 150) / 7;
  expect(unitsUntil(past, 12)).toBeCloseTo(3010 + 2 * week, 9);
  expect(unitsUntil([], 12)).toBe(0);
});

test("between two measured numbers of days the relative variance is a power of the days, and outside it stays", () => {
  const spreads = [
    { days: 7, mean: 1, variance: 4, takingPart: 0.5 },
    { days: 28, mean: 3, variance: 9, takingPart: 0.8 },
  ];
  expect(spreadOn(spreads, 3)).toEqual(spreads[0]);
  expect(spreadOn(spreads, 28)).toEqual(spreads[1]);
  expect(spreadOn(spreads, 40)).toEqual(spreads[1]);
  // Half-way on a logarithmic scale.
  const half = spreadOn(spreads, 14);
  expect(half?.variance).toBeCloseTo(2 * 9, 12);
  expect(half?.takingPart).toBeCloseTo(Math.sqrt(0.4), 12);
  expect(spreadOn([], 3)).toBeUndefined();
});

test("a wished effect is found on the first day whose smallest effect reaches it", () => {
  const planned = {
    alpha: 0.05,
    newUnits: past,
    spreads: [{ days: 10, mean: 0.2, variance: 0.25, takingPart: 1 }],
    shares: { control: 0.25, test: 0.25 },
  };
  const wished = 20;
  const { fixed, sequential } = daysNeeded(planned, wished, 400);
  expect(fixed).toBeLessThan(sequential ?? 0);
  for (const [day, of] of [
    [fixed, "fixed"],
    [sequential, "sequential"],
  ] as const) {
    expect(plannedDay(planned, day ?? 0)?.[of]).toBeLessThanOrEqual(wished);
    expect(plannedDay(planned, (day ?? 0) - 1)?.[of]).toBeGreaterThan(wished);
  }
  expect(daysNeeded(planned, 0.001, 400)).toEqual({ fixed: null, sequential: null });
});

test("more units, a larger share and less variance never find less", () => {
  const number = fc.double({ min: 0.1, max: 10, noNaN: true });
  fc.assert(
    fc.property(number, number, fc.integer({ min: 10, max: 1e6 }), (mean, variance, units) => {
      const effect = (n: number, of = variance) =>
        minimumEffect(0.05, { mean, variance: of }, { control: n, test: n }) ?? 0;
      expect(effect(2 * units)).toBeLessThan(effect(units));
      expect(effect(units, variance / 2)).toBeLessThan(effect(units));
    }),
  );
});

test("CUPED removes the squared correlation, where enough units have a past", () => {
  const sums = { n: 1000, meanX: 2, meanY: 1, squaresX: 900, squaresY: 400, products: 300, nonzero: 500 };
  expect(varianceRemoved(sums)).toBeCloseTo(300 ** 2 / (900 * 400), 12);
  expect(varianceRemoved({ ...sums, nonzero: 99 })).toBeUndefined();
  expect(varianceRemoved({ ...sums, n: 20_000 })).toBeUndefined();
  expect(varianceRemoved({ ...sums, products: 0 })).toBeUndefined();
  expect(varianceRemoved({ ...sums, squaresY: 0 })).toBeUndefined();
});
