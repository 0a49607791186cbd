// Tests shrinkage over a portfolio of experiments with published values and simulated portfolios.
import { expect, test } from "vitest";
import { minEffects, type Measured, measuredSum, portfolioOf, shrunk, shrunkSum } from "./shrinkage.ts";

test("the trials of the BCG vaccine have the published variance and mean of Paule and Mandel", () => {
  // Cases and non-cases with the vaccine, then without (Colditz 1994).
  const trials = [
    [4, 119, 11, 128],
    [6, 300, 29, 274],
    [3, 228, 11, 209],
    [62, 13536, 248, 12619],
    [33, 5036, 47, 5761],
    [180, 1361, 372, 1079],
    [8, 2537, 10, 619],
    [505, 87886, 499, 87892],
    [29, 7470, 45, 7232],
    [17, 1699, 65, 1600],
    [186, 50448, 141, 27197],
    [5, 2493, 3, 2338],
    [27, 16886, 29, 17825],
  ];
  const effects = trials.map(([a = 0, b = 0, c = 0, d = 0]) => ({
    effect: Math.log(a / (a + b) / (c / (c + d))),
    standardError: Math.sqrt(1 / a - 1 / (a + b) + 1 / c - 1 / (c + d)),
  }));
  const found = portfolioOf(effects);
  expect(found?.variance).toBeCloseTo(0.3181, 4);
  expect(found?.mean).toBeCloseTo(-0.715, 4);
});

test("the eight schools of Rubin 1981 differ no more than by chance, and all become the pooled mean", () => {
  const measured = [28, 8, -3, 7, -1, 1, 18, 12];
  const errors = [15, 10, 16, 11, 9, 11, 10, 18];
  const effects = measured.map((effect, index) => ({ effect, standardError: errors[index] ?? 0 }));
  const found = portfolioOf(effects);
  if (!found) throw new Error("no portfolio");
  expect(found.variance).toBe(0);
  expect(found.mean).toBeCloseTo(7.69, 2);
  expect(1 / Math.sqrt(found.precision)).toBeCloseTo(4.07, 2);
  for (const one of effects) expect(shrunk(found, one).effect).toBeCloseTo(found.mean, 10);
});

test("too few effects, or one without an error, say nothing of a portfolio", () => {
  const one = { effect: 1, standardError: 1 };
  expect(portfolioOf(Array.from({ length: minEffects - 1 }, () => one))).toBeUndefined();
  expect(portfolioOf([one, one, one, { effect: 1, standardError: 0 }])).toBeUndefined();
});

/** A fixed sequence of standard normal numbers. */
function normals(seed: number) {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

test("over simulated portfolios shipped winners are overrated, their shrunk effects are not, and the interval holds", () => {
  const next = normals(15);
  const portfolios = 1000;
  const experiments = 60;
  let shipped = 0;
  let rawExcess = 0;
  let shrunkExcess = 0;
  let covered = 0;
  for (let run = 0; run < portfolios; run += 1) {
    const all = Array.from({ length: experiments }, (_, index) => {
      const truth = 0.3 + 1.2 * next();
      const standardError = 0.6 + (index % 5) * 0.4;
      return { truth, measured: { effect: truth + standardError * next(), standardError } };
    });
    const winners = all.filter(({ measured: { effect, standardError } }) => effect > 1.96 * standardError);
    const portfolio = portfolioOf(all.map(({ measured }) => measured));
    if (!portfolio) throw new Error("no portfolio");
    const effects: Measured[] = winners.map(({ measured }) => measured);
    const truth = winners.reduce((sum, one) => sum + one.truth, 0);
    const sum = shrunkSum(portfolio, effects);
    shipped += winners.length;
    rawExcess += measuredSum(effects).effect - truth;
    shrunkExcess += sum.effect - truth;
    covered += Math.abs(sum.effect - truth) <= 1.96 * sum.standardError ? 1 : 0;
  }
  // Average excess per shipped experiment, with true effects of about 1.5.
  expect(rawExcess / shipped).toBeGreaterThan(0.5);
  expect(Math.abs(shrunkExcess / shipped)).toBeLessThan(0.05);
  expect(covered / portfolios).toBeGreaterThan(0.92);
});
