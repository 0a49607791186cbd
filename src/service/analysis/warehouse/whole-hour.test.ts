import { expect, test } from "vitest";
import { wholeHour } from "./whole-hour.ts";

const at = (time: string) => Date.parse(`2026-11-26T${time}Z`);

test("within an hour the window of a running experiment is the same, and its day is the one of now", () => {
  const ends = ["22:59:59.999", "23:00:00.000", "23:40:12.345", "23:59:59.999"].map(
    (time) => wholeHour({ end: at(time) }, at(time)).end,
  );
  expect(ends).toEqual([at("22:59:59.999"), at("23:59:59.999"), at("23:59:59.999"), at("23:59:59.999")]);
});

test("an experiment that has ended keeps its end", () => {
  expect(wholeHour({ end: at("10:20:00.000") }, at("12:00:00.000")).end).toBe(at("10:20:00.000"));
});
