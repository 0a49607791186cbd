import { expect, test } from "vitest";
import { readingOf } from "#console/features/experiments/results/model/reading.ts";
import { decimalsOf, fixedChange, fixedInterval, fixedP } from "./decimals.ts";

const metric = (metricID: string, change: number, margin: number) => ({
  metricID,
  metricName: metricID,
  directionality: "increase",
  absoluteChange: change / 100,
  confidenceIntervalDelta: margin / 100,
  percentChange: change,
  percentConfidenceIntervalDelta: margin,
});
const metrics = [
  metric("a::event_count", 18.123, 16.2),
  metric("b::event_count", -0.549, 18.4),
  metric("c::event_count", 0.02, 12.7),
  metric("d::sum", 1234.5, 900),
];
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("in percent all rows have the decimals that the usual margin needs, so that they line up", () => {
  const readings = metrics.map((each) => readingOf(each, "percent"));
  const decimals = decimalsOf(readings);
  expect(readings.map((reading) => plain(fixedChange(reading, decimals(reading.metric))))).toEqual([
    "+18.1 %",
    "−0.5 %",
    "+0.0 %",
    "+1,234.5 %",
  ]);
  expect(readings.map((reading) => plain(fixedInterval(reading, decimals(reading.metric))))[1]).toBe(
    "−18.9 to +17.9 %",
  );
});

test("a narrow interval beside wide ones keeps a digit", () => {
  const narrow = readingOf(metric("e::event_count", 0.08, 0.04), "percent");
  const decimals = decimalsOf([...metrics.map((each) => readingOf(each, "percent")), narrow]);
  expect(plain(fixedInterval(narrow, decimals(narrow.metric)))).toBe("+0.04 to +0.12 %");
});

test("absolute changes have the decimals of their metric, shares in percentage points", () => {
  const share = {
    ...metric("f::event_dau", 1.2, 0.8),
    absoluteChange: 0.0123,
    confidenceIntervalDelta: 0.0081,
  };
  const readings = [...metrics, share].map((each) => readingOf(each, "absolute"));
  const decimals = decimalsOf(readings);
  const text = (index: number) => {
    const reading = readings[index];
    return reading ? plain(fixedChange(reading, decimals(reading.metric))) : "";
  };
  expect(text(0)).toBe("+0.181");
  expect(text(3)).toBe("+12.3");
  expect(text(4)).toBe("+1.23 pp");
});

test("p has three decimals", () => {
  expect([0.357, 0.00627, 0.00012, 1].map(fixedP)).toEqual(["0.357", "0.006", "< 0.001", "1.000"]);
});
