// Ship, wait or stop: the wording of each, which one is suggested, and what the trade-off chart draws.
import { describe, expect, test } from "vitest";
import type { ChartMetric } from "#contract/summary-charts.ts";
import { compare } from "#statistics/compare.ts";
import { experimentDays } from "#statistics/experiment-days.ts";
import { choicesOf } from "./choices.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import { textOf } from "./sentence-parts.ts";
import { tradeOffOf } from "./trade-off.ts";

const day = 86_400_000;
const start = new Date(2026, 10, 3, 9).getTime();
const moments = (mean: number) => ({ n: 10_000, mean, variance: 100 });

interface Given {
  group?: string;
  isGuard?: boolean;
  sequential?: boolean;
  more?: Partial<ChartMetric>;
}

function row(
  name: string,
  change: number,
  { group = "New", isGuard = false, sequential = true, more }: Given = {},
): ComparisonRow {
  return {
    mark: `${name}.${group}`,
    section: "",
    control: "Old",
    group,
    isPrimary: !isGuard,
    isSequential: sequential,
    alpha: 0.05,
    metric: {
      metricID: `${name}::event_count`,
      metricName: name,
      directionality: isGuard ? "decrease" : "increase",
      isGuardrail: isGuard,
      ...compare(moments(10), moments(10 + change / 10), { alpha: 0.05, sequential }),
      ...more,
    },
  };
}

const guard = (change: number, given: Given = {}) => row("Returns", change, { ...given, isGuard: true });

function said(rows: ComparisonRow[], at = 17.5, duration: number | null = 28) {
  const days = experimentDays({ status: "active", startTime: start, duration }, start + at * day);
  const choices = (days && choicesOf(rows, days)) ?? [];
  return {
    suggested: choices.find(({ isSuggested }) => isSuggested)?.name,
    lines: choices.map(({ parts }) => textOf(parts).replaceAll("\u00a0", " ")),
  };
}

test("what each choice means: the least gain and the least harm, the day that counts, and what is given up", () => {
  expect(said([row("Orders", 10), guard(9)]).lines).toEqual([
    "at least +4.67 % Orders, and at least +3.70 % Returns.",
    "On Dec 1, 2026 the narrower fixed intervals count.",
    "Old stays for everyone; +4.67 to +15.3 % Orders would be given up.",
  ]);
  expect(said([row("Orders", 10), guard(1)]).lines[0]).toBe(
    "at least +4.67 % Orders; the data rule out a rise of more than 6.09 % in Returns.",
  );
  expect(said([row("Orders", 1)]).lines).toEqual([
    "no gain is shown; the data rule out a drop of more than 4.09 % in Orders.",
    "On Dec 1, 2026 the narrower fixed intervals count.",
    "Old stays for everyone; no shown gain would be given up.",
  ]);
});

test("of several groups it is the one with the most gains, and of those the one with the least harm", () => {
  const short = { group: "Short" };
  expect(said([row("Orders", 1), row("Orders", 10, short)]).lines[0]).toMatch(/^Short: at least /);
  expect(said([row("Orders", 10), guard(9), row("Orders", 9, short), guard(0, short)]).lines[0]).toMatch(
    /^Short: /,
  );
});

const fixed = { sequential: false };
test.each([
  ["Ship", "a gain without harm, by intervals that hold at any look", [row("Orders", 10), guard(1)], 17.5],
  ["Wait", "the same by intervals made for one look", [row("Orders", 10, fixed), guard(1, fixed)], 17.5],
  ["Ship", "the same once the planned days are over", [row("Orders", 10, fixed), guard(1, fixed)], 29],
  ["Wait", "a gain with a guardrail that got worse", [row("Orders", 10), guard(9)], 17.5],
  [
    undefined,
    "the same once the planned days are over: that is for people",
    [row("Orders", 10, fixed), guard(9, fixed)],
    29,
  ],
  ["Wait", "nothing clear", [row("Orders", 1), guard(1)], 17.5],
  ["Stop", "nothing clear, and the planned days are over", [row("Orders", 1, fixed)], 29],
  ["Stop", "harm without gain", [row("Orders", 1), guard(9)], 17.5],
  [
    "Wait",
    "a gain on one scale alone",
    [row("Orders", 10, { more: { percentSequentialTestingConfidenceIntervalDelta: 11 } })],
    17.5,
  ],
] as const)("%s is suggested: %s", (suggested, _case, rows, at) =>
  expect(said([...rows], at).suggested).toBe(suggested),
);

describe("the trade-off", () => {
  test("is one point a group, on the first primary metric and the guardrail that got worse", () => {
    const short = { group: "Short" };
    const found = tradeOffOf([
      row("Orders", 10),
      row("Orders", 1, short),
      row("Visits", 1, { isGuard: true, more: { directionality: "increase" } }),
      guard(9),
      guard(1, short),
    ]);
    expect(found?.sentence.replaceAll("\u00a0", " ")).toBe(
      "Gain on Orders against harm on Returns. New: Orders +10.0 % (+4.67 to +15.3 %), Returns +9.00 % (+3.70 to +14.3 %). Short: Orders +1.00 % (−4.09 to +6.09 %), Returns +1.00 % (−4.09 to +6.09 %).",
    );
    expect([found?.gain.isReversed, found?.harm.isReversed]).toEqual([false, false]);
  });

  test("turns a scale where less is the gain or more the good of a guardrail", () => {
    const found = tradeOffOf([
      row("Waiting", -3, { more: { directionality: "decrease" } }),
      guard(1, { more: { directionality: "increase" } }),
    ]);
    expect([found?.gain.isReversed, found?.harm.isReversed]).toEqual([true, true]);
  });

  test("needs a guardrail, and intervals in percent on both sides", () => {
    expect(tradeOffOf([row("Orders", 10)])).toBeUndefined();
    const bare = {
      percentSequentialTestingConfidenceIntervalDelta: undefined,
      percentConfidenceIntervalDelta: undefined,
    };
    expect(tradeOffOf([row("Orders", 10), guard(9, { more: bare })])).toBeUndefined();
  });
});
