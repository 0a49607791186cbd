import { expect, test } from "vitest";
import {
  chiSquareUpperTail,
  normalTwoSidedP,
  normalUpperQuantile,
  studentTwoSidedP,
  studentUpperQuantile,
} from "./distributions.ts";

/** Reference values computed with 40 digits. */
const relative = (actual: number, expected: number) => Math.abs(actual / expected - 1);

test.each([
  [0.025, 1.959963984540054],
  [0.005, 2.575829303548901],
  [0.1, 1.2815515655446],
  [1e-6, 4.753424308822899],
  [1e-12, 7.034483825301132],
  [1e-15, 7.941345326170997],
  [1e-50, 14.933337534788489],
  [1e-300, 37.0470962993612],
])("z with upper tail %d", (tail, z) => expect(relative(normalUpperQuantile(tail), z)).toBeLessThan(1e-14));

test.each([
  [8, 1.2441921148543568e-15],
  [37, 1.1451142445050278e-299],
  [1.96, 0.04999579029644087],
])("normal p of %d", (z, p) => expect(relative(normalTwoSidedP(z), p)).toBeLessThan(1e-13));

test.each([
  [50, 20, 1.753338044924229e-22],
  [1.9639, 24.98675497, 0.06075979621464915],
  [30, 99.5, 1.193272814687074e-51],
  [200, 99.9, 7.126730561634335e-132],
  [0.001, 5, 0.9992407867721977],
  [1e-8, 1, 0.9999999936338023],
  [5, 1.2, 0.09527649781347571],
  [100, 50, 2.960898892025244e-59],
])("Student p of %d with %d degrees", (t, nu, p) =>
  expect(relative(studentTwoSidedP(t, nu), p)).toBeLessThan(1e-11),
);

test.each([
  [0.025, 15.81592039800995, 2.121912335772694],
  [0.025, 24.98675497, 2.059593910759291],
  [0.0025, 3, 7.453318505150625],
])("t with upper tail %d and %d degrees", (tail, nu, t) =>
  expect(relative(studentUpperQuantile(tail, nu), t)).toBeLessThan(1e-11),
);

test.each([
  [4.5, 1, 0.03389485352468927],
  [10.8275661706627, 1, 0.001],
  [10.83, 1, 0.0009986863791802588],
  [20, 2, 4.539992976248485e-5],
  [0.004459984, 1, 0.9467543683514565],
  [500, 3, 4.771672031912758e-108],
  [30, 9, 0.0004387217709794795],
  [1200, 2, 2.650396553004311e-261],
])("chi-square tail of %d with %d degrees", (x, k, p) =>
  expect(relative(chiSquareUpperTail(x, k), p)).toBeLessThan(1e-13),
);

// With one and two degrees of freedom, t has a closed form.
test.each([0.1, 0.005, 1e-4, 1e-6, 1e-9, 1e-12])("t far in the tail %d", (tail) => {
  expect(relative(studentUpperQuantile(tail, 1), 1 / Math.tan(Math.PI * tail))).toBeLessThan(1e-11);
  const ofTwo = (1 - 2 * tail) * Math.sqrt(1 / (2 * tail * (1 - tail)));
  expect(relative(studentUpperQuantile(tail, 2), ofTwo)).toBeLessThan(1e-11);
  // For other degrees of freedom, the p-value of the quantile must be the tail.
  for (const nu of [3.3, 24.98, 99.9])
    expect(relative(studentTwoSidedP(studentUpperQuantile(tail, nu), nu), 2 * tail)).toBeLessThan(1e-11);
});
