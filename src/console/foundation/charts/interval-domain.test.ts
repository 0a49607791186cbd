import { expect, test } from "vitest";
import { intervalDomain } from "./interval-domain.ts";

const wide = { value: -30.1, delta: 4.4 };
const near = { value: 0, delta: 18.5 };

test("of a few intervals none is cut off, however different they are", () => {
  expect(intervalDomain([wide, near])).toEqual([-40, 40]);
  expect(intervalDomain([near, near, wide])).toEqual([-40, 40]);
});

test("of many, a very wide one does not take the room of the others", () => {
  expect(intervalDomain([near, near, near, { value: 900, delta: 100 }])).toEqual([-30, 30]);
});

test("a clear one stays whole where an unclear one would be cut off", () => {
  expect(intervalDomain([near, near, near, near, { value: 25, delta: 10 }])).toEqual([-40, 40]);
  expect(intervalDomain([near, near, near, near, { value: 20, delta: 30 }])).toEqual([-30, 30]);
});

test("without an interval there still is a scale", () => {
  expect(intervalDomain([])).toEqual([-1, 1]);
  expect(intervalDomain([{ value: 0, delta: 0 }])).toEqual([-1, 1]);
});

test("one interval stands for as many as its count says", () => {
  const far = { value: 900, delta: 100 };
  expect(intervalDomain([near, far])).toEqual([-1000, 1000]);
  expect(intervalDomain([{ ...near, count: 3 }, far])).toEqual([-30, 30]);
  expect(intervalDomain([near, { ...far, count: 3 }])).toEqual([-1000, 1000]);
});
