import { expect, test } from "vitest";
import { exposureBalance } from "./exposure-balance.ts";

test.each([
  ["as planned", [50, 10_150], [50, 9850], "PASSED"],
  ["between 0.01 and 0.001", [50, 10_200], [50, 9800], "WARNING"],
  ["far from planned", [50, 5300], [50, 4700], "FAILED"],
  ["significant, but by less than 0.1 points", [50, 10_000_000], [50, 10_020_000], "WARNING"],
  ["significant, and by 0.1 points", [50, 5_010_000], [50, 4_990_000], "FAILED"],
  ["uneven as planned", [90, 9000], [10, 1000], "PASSED"],
  ["fewer than 5 expected", [50, 4], [50, 4], "WAITING"],
  ["no units", [50, 0], [50, 0], "WAITING"],
  ["units in a group of size 0", [100, 10], [0, 1], "FAILED"],
  ["an empty group of size 0 beside one group", [100, 1000], [0, 0], "WAITING"],
] as const)("%s", (_case, [size, units], [otherSize, otherUnits], status) => {
  const balance = exposureBalance([
    { size, units },
    { size: otherSize, units: otherUnits },
  ]);
  expect(balance.status).toBe(status);
});

test("three groups of uneven size: two degrees of freedom, each against its own share", () => {
  const balance = exposureBalance([
    { size: 50, units: 5050 },
    { size: 30, units: 2900 },
    { size: 20, units: 2050 },
  ]);
  // 50^2 / 5000 + 100^2 / 3000 + 50^2 / 2000, and e^(-x/2).
  expect(balance.chiSquare).toBeCloseTo(61 / 12, 12);
  expect(balance.pValue).toBeCloseTo(Math.exp(-61 / 24), 12);
});
