import { expect, test } from "vitest";
import { trendSentence } from "./trend-words.ts";

const days = (values: readonly (number | null)[]) =>
  values.map((value, index) => ({
    time: index,
    value,
    numerator: 0,
    denominator: null,
    units: 0,
    events: 0,
  }));

test("a trend compares the last seven whole days with the seven before, without today", () => {
  const steady = [...Array<number>(7).fill(100), ...Array<number>(7).fill(110), 3];
  expect(trendSentence(days(steady), "sum")).toBe("110 a day, +10.0\u00a0% in a week");
  expect(trendSentence(days([...Array<number>(7).fill(0.2), 9]), "funnel")).toBe("20.0\u00a0%");
  expect(trendSentence(days([5, ...Array<null>(7).fill(null), 3]), "sum")).toBe(
    "No events in the last 7 days",
  );
});
