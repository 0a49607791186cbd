import { expect, test } from "vitest";
import { dayScale } from "./day-scale.ts";

test("goes from round number to round number, zero among them", () =>
  expect(dayScale([[3, 9.2]])).toEqual({ domain: [0, 10], ticks: [0, 2.5, 5, 7.5, 10] }));

test("lets the widest days leave it, and keeps the others whole", () => {
  const days = Array.from({ length: 9 }, (): [number, number] => [-4, 11]);
  expect(dayScale([[-300, 500], ...days]).domain).toEqual([-5, 15]);
});

test("shows both sides of zero where a day leaves both possible, also when the scale leaves that day out", () => {
  const days = Array.from({ length: 9 }, (): [number, number] => [4, 38]);
  expect(dayScale([[-130, 120], ...days]).domain).toEqual([-20, 40]);
  expect(dayScale(days).domain[0]).toBe(0);
});

test("has a scale even where nothing is known", () => expect(dayScale([]).domain).toEqual([-1, 1]));
