// The rules of the verdict as a specification: what was measured, and the sentences that follow.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Experiment } from "#contract/experiment.ts";
import type { ChartMetric, DimensionBreakdown, SummaryCharts } from "#contract/summary-charts.ts";
import { compare } from "#statistics/compare.ts";
import { readingOf, wordOf } from "./reading.ts";
import { familyOf, robustnessOf } from "./robustness.ts";
import { type SentencePart, rowsWithEffect, textOf } from "./sentence-parts.ts";
import { isUnsound } from "./refusal.ts";
import { verdictOf, type Verdict } from "./verdict.ts";

const dayLength = 86_400_000;
const start = Date.UTC(2026, 10, 3);
const now = start + 17.5 * dayLength;
const marks = { better: "▲", worse: "▼", inconclusive: "–" };

/** A metric with control mean 10, deviation 10 and 10,000 units in both groups, so that its interval is about ±2.8 %. */
function metric(name: string, change: number, more: Partial<ChartMetric> = {}): ChartMetric {
  const group = (mean: number) => ({ n: 10_000, mean, variance: 100 });
  return {
    metricID: `${name}::event_count`,
    metricName: name,
    directionality: "increase",
    ...compare(group(10), group(10 + change / 10), { alpha: 0.05 }),
    ...more,
  };
}
const slice = (value: string, change: number, more: Partial<ChartMetric> = {}): DimensionBreakdown => ({
  ...metric("Orders", change),
  dimensionKey: "country",
  dimensionType: "user",
  dimensionValue: value,
  ...more,
});
const lower = { directionality: "decrease" };
/** A metric without an interval. */
const bare = (name: string, more: Partial<ChartMetric> = {}): ChartMetric => ({
  metricID: `${name}::sum`,
  metricName: name,
  directionality: "increase",
  ...more,
});

interface Given {
  primary: Record<string, ChartMetric[]>;
  secondary?: Record<string, ChartMetric[]>;
  experiment?: Partial<Experiment>;
  sequential?: boolean;
  now?: number;
}

function read({
  primary,
  secondary = {},
  experiment = {},
  sequential = false,
  now: at = now,
}: Given): Verdict {
  const charts = (groups: Record<string, ChartMetric[]>) =>
    Object.entries(groups).map(([name, metrics]) => ({
      chartSource: "experiment",
      control: "Old",
      test: name,
      significanceLevel: 0.05,
      sequentialTesting: sequential,
      metrics,
    }));
  const names = Object.keys(primary);
  const summary: SummaryCharts = {
    experimentID: "checkout",
    sections: [
      { sectionLabel: "Primary metrics", charts: charts(primary) },
      { sectionLabel: "Secondary metrics", charts: charts(secondary) },
    ],
  };
  return verdictOf(
    {
      id: "checkout",
      name: "Checkout",
      status: "active",
      startTime: start,
      duration: 28,
      groups: ["Old", ...names].map((name) => ({ id: name, name, size: 100 / (names.length + 1) })),
      ...experiment,
    },
    summary,
    at,
  );
}

const plain = (parts: SentencePart[]) => textOf(parts).replaceAll("\u00a0", " ");

/** Returns the headline, each sentence with its mark, and the progress. */
function lines(verdict: Verdict): string[] {
  const said =
    verdict.kind === "refused"
      ? [...(verdict.evidence ? [verdict.evidence] : []), textOf(verdict.message)]
      : verdict.sentences.map(({ result, parts }) => `${result ? marks[result] : "·"} ${textOf(parts)}`);
  return [textOf(verdict.headline), ...said].map((line) => line.replaceAll("\u00a0", " "));
}

describe("one test group", () => {
  const cases: [
    string,
    Omit<Given, "primary"> & { primary: ChartMetric[]; secondary?: never; guards?: ChartMetric[] },
    string[],
  ][] = [
    [
      "a rise where higher is better",
      { primary: [metric("Orders", 4)] },
      [
        "New is better than Old on Orders.",
        "▲ Orders rose by 4.00 % (+1.17 to +6.83 %), from 10.0 to 10.4.",
        "· All of this is judged at 95 % confidence.",
      ],
    ],
    [
      "a fall where higher is better",
      { primary: [metric("Orders", -4)] },
      [
        "New is worse than Old on Orders.",
        "▼ Orders fell by 4.00 % (−6.72 to −1.28 %), from 10.0 to 9.60.",
        "· All of this is judged at 95 % confidence.",
      ],
    ],
    [
      "a rise where lower is better",
      { primary: [metric("Returns", 4, lower)] },
      [
        "New is worse than Old on Returns.",
        "▼ Returns rose by 4.00 % (+1.17 to +6.83 %), from 10.0 to 10.4; lower is better.",
        "· All of this is judged at 95 % confidence.",
      ],
    ],
    [
      "a fall where lower is better",
      { primary: [metric("Returns", -4, lower)] },
      [
        "New is better than Old on Returns.",
        "▲ Returns fell by 4.00 % (−6.72 to −1.28 %), from 10.0 to 9.60; lower is better.",
        "· All of this is judged at 95 % confidence.",
      ],
    ],
    [
      "nothing clear, with what is ruled out, the harm first",
      { primary: [metric("Orders", 1)] },
      [
        "New is inconclusive on every primary metric so far.",
        "– New is inconclusive on Orders: the data rule out a drop of more than 1.79 % and a rise of more than 3.79 %.",
        "· With the data so far this test can detect changes of about 3.96 % (the MDE) or more in Orders.",
      ],
    ],
    [
      "nothing clear where lower is better",
      { primary: [metric("Returns", 1, lower)] },
      [
        "New is inconclusive on every primary metric so far.",
        "– New is inconclusive on Returns: the data rule out a rise of more than 3.79 % and a drop of more than 1.79 %.",
        "· With the data so far this test can detect changes of about 3.96 % (the MDE) or more in Returns.",
      ],
    ],
    [
      "primary and guardrail apart: the worse one is said, too",
      {
        primary: [metric("Orders", 4)],
        guards: [metric("Support contacts", 9, lower), metric("Returns", 1, lower)],
      },
      [
        "New is better than Old on Orders, but worse on Support contacts.",
        "▲ Orders rose by 4.00 % (+1.17 to +6.83 %), from 10.0 to 10.4.",
        "▼ Support contacts rose by 9.00 % (+6.10 to +11.9 %), from 10.0 to 10.9; lower is better.",
        "– The other secondary metric Returns is inconclusive: the data rule out a rise of more than 3.79 %.",
      ],
    ],
    [
      "guardrails that stayed: the least certain one, by the harm it leaves possible",
      {
        primary: [metric("Orders", 4)],
        guards: [metric("Returns", 2, lower), metric("Wraps", 1), metric("Visits", 5)],
      },
      [
        "New is better than Old on Orders.",
        "▲ Orders rose by 4.00 % (+1.17 to +6.83 %), from 10.0 to 10.4.",
        "– The other 2 secondary metrics are not clearly worse; the least certain is Returns, where the data rule out a rise of more than 4.80 %.",
        "▲ Also better: Visits rose by 5.00 % (+2.16 to +7.84 %).",
      ],
    ],
    [
      "only a secondary metric moved",
      { primary: [metric("Orders", 1)], guards: [metric("Visits", 5)] },
      [
        "New is inconclusive on the primary metrics, but better on Visits.",
        "▲ Visits rose by 5.00 % (+2.16 to +7.84 %), from 10.0 to 10.5.",
        "– New is inconclusive on Orders: the data rule out a drop of more than 1.79 % and a rise of more than 3.79 %.",
        "· With the data so far this test can detect changes of about 3.96 % (the MDE) or more in Orders.",
      ],
    ],
    [
      "some of several primary metrics are open",
      { primary: [metric("Orders", 4), metric("Carts", 1), metric("Returns", 0, lower)] },
      [
        "New is better than Old on Orders.",
        "▲ Orders rose by 4.00 % (+1.17 to +6.83 %), from 10.0 to 10.4.",
        "– New is inconclusive on Carts and Returns; the least certain is Returns, where the data rule out a rise of more than 2.77 %.",
        "· With the data so far this test can detect changes of about 3.96 % (the MDE) or more in Returns.",
      ],
    ],
    [
      "a clear move whose direction nobody has set is told without a judgement",
      { primary: [metric("Orders", 4), metric("Depth", 5, { directionality: "neutral" })] },
      [
        "New is better than Old on Orders.",
        "▲ Orders rose by 4.00 % (+1.17 to +6.83 %), from 10.0 to 10.4.",
        "· Depth rose by 5.00 % (+2.16 to +7.84 %); whether that is good is not known, as no direction is set.",
      ],
    ],
    [
      "metrics without an interval are named, each with its own reason",
      {
        primary: [
          metric("Orders", 4),
          bare("Gifts", { testUnits: 9, controlUnits: 9 }),
          bare("Notes"),
          bare("Wraps", { testUnits: 9, controlUnits: 9 }),
        ],
      },
      [
        "New is better than Old on Orders.",
        "▲ Orders rose by 4.00 % (+1.17 to +6.83 %), from 10.0 to 10.4.",
        "· Gifts and Wraps cannot be read: all units of a group have the same value, so there is no interval. Notes cannot be read: the service gave no numbers; it may not know this metric.",
      ],
    ],
    [
      "more moves than fit are named together",
      {
        primary: ["A", "B", "C", "D", "E"].map((name) => metric(name, 4)),
        guards: ["F", "G", "H", "I", "J", "K"].map((name) => metric(name, 5, lower)),
      },
      [
        "New is better than Old on A, B and 3 more, but worse on F, G and 4 more.",
        "▲ A rose by 4.00 % (+1.17 to +6.83 %), from 10.0 to 10.4.",
        "▼ F rose by 5.00 % (+2.16 to +7.84 %), from 10.0 to 10.5; lower is better.",
        "▲ Also better: B rose by 4.00 % (+1.17 to +6.83 %), C rose by 4.00 % (+1.17 to +6.83 %), D rose by 4.00 % (+1.17 to +6.83 %) and E rose by 4.00 % (+1.17 to +6.83 %).",
        "▼ Also worse: G rose by 5.00 %, H rose by 5.00 %, I rose by 5.00 % and 2 more.",
      ],
    ],
    [
      "metrics without an interval count among the primary ones, and a finished test speaks of itself as over",
      {
        primary: [metric("Orders", 1), metric("Carts", 1), bare("Notes")],
        experiment: { status: "decision_made", endTime: start + 28 * dayLength },
        now: start + 60 * dayLength,
      },
      [
        "New stayed inconclusive on every primary metric.",
        "– New is inconclusive on Orders and Carts; the least certain is Orders, where the data rule out a drop of more than 1.79 %.",
        "· Notes cannot be read: the service gave no numbers; it may not know this metric.",
      ],
    ],
    [
      "in absolute numbers where the baseline is too close to zero for percent",
      {
        primary: [
          metric("Profit", 4, {
            percentChange: 900,
            percentConfidenceIntervalDelta: undefined,
            controlMean: 0.04,
            testMean: 0.44,
          }),
        ],
      },
      [
        "New is better than Old on Profit.",
        "▲ Profit rose by 0.400 (+0.123 to +0.677), from 0.0400 to 0.440.",
        "· All of this is judged at 95 % confidence.",
      ],
    ],
    [
      "by the absolute interval where the percent one leads to another conclusion",
      { primary: [metric("Profit", 4, { percentConfidenceIntervalDelta: 4.1 })] },
      [
        "With New it depends on the analysis whether Profit got better.",
        "– Profit depends on the analysis: −0.100 to +8.10 % includes 0, +0.123 to +0.677 does not.",
        "· All of this is judged at 95 % confidence.",
      ],
    ],
    [
      "shares in percentage points where percent cannot be used",
      {
        primary: [
          metric("Checkouts", 0, {
            metricID: "Checkouts::event_dau",
            absoluteChange: 0.02,
            confidenceIntervalDelta: 0.01,
            percentConfidenceIntervalDelta: undefined,
            controlMean: 0.01,
            testMean: 0.03,
          }),
        ],
      },
      [
        "New is better than Old on Checkouts.",
        "▲ Checkouts rose by 2.00 percentage points (+1.00 to +3.00 percentage points), from 1.00 % to 3.00 %.",
        "· All of this is judged at 95 % confidence.",
      ],
    ],
    [
      "by the whiskers while they are given: clear on the bar alone is not clear",
      {
        primary: [
          metric("Orders", 4, {
            sequentialTestingConfidenceIntervalDelta: 0.5,
            percentSequentialTestingConfidenceIntervalDelta: 5.2,
          }),
        ],
        sequential: true,
      },
      [
        "New is inconclusive on every primary metric so far.",
        "– New is inconclusive on Orders: the data rule out a drop of more than 1.20 % and a rise of more than 9.20 %.",
        "· Read once, at its end, a test with this much data can detect changes of about 3.96 % (the MDE) or more in Orders.",
      ],
    ],
  ];
  test.each(cases)("%s", (_case, { primary, guards = [], ...given }, expected) =>
    expect(lines(read({ ...given, primary: { New: primary }, secondary: { New: guards } }))).toEqual(
      expected,
    ),
  );
});

describe("several test groups", () => {
  test("name the group in every sentence", () =>
    expect(
      lines(
        read({
          primary: { Short: [metric("Orders", 1)], Express: [metric("Orders", 4)] },
          secondary: { Short: [metric("Returns", 1, lower)], Express: [metric("Returns", -5, lower)] },
        }),
      ),
    ).toEqual([
      "Express is better than Old on Orders.",
      "▲ With Express, Orders rose by 4.00 % (+1.17 to +6.83 %), from 10.0 to 10.4.",
      "– Short is inconclusive on Orders: the data rule out a drop of more than 1.79 % and a rise of more than 3.79 %.",
      "▲ Also better with Express: Returns fell by 5.00 % (−7.70 to −2.30 %).",
      "– The secondary metric Returns with Short is inconclusive: the data rule out a rise of more than 3.79 %.",
      "· With the data so far this test can detect changes of about 3.96 % (the MDE) or more in Orders with Short.",
    ]));

  test("share a sentence where there is no room, and name a group that all of it is about once", () => {
    const names = "ABCDEFG".split("");
    const said = lines(
      read({
        primary: { Express: names.map((name) => metric(name, 4)), Short: [metric("A", -4), metric("B", 0)] },
        secondary: { Express: [metric("Returns", 9, lower)] },
      }),
    );
    expect(said.filter((line) => line.includes("Also"))).toEqual([
      "▲ Also better with Express: B rose by 4.00 %, C rose by 4.00 %, D rose by 4.00 % and 3 more.",
      "▼ Also worse with Express: Returns rose by 9.00 % (+6.10 to +11.9 %).",
    ]);
  });

  test("one better, one worse", () =>
    expect(
      lines(read({ primary: { Short: [metric("Orders", -4)], Express: [metric("Orders", 4)] } }))[0],
    ).toBe("Short is worse than Old on Orders; Express is better on Orders."));

  test("many are counted, and a group's worse metric is never left out of the headline", () =>
    expect(
      lines(
        read({
          primary: {
            A: [metric("Orders", 4)],
            B: [metric("Orders", -4)],
            C: [metric("Orders", 4)],
            D: [metric("Orders", 0)],
          },
          secondary: { C: [metric("Returns", 9, lower)] },
        }),
      ),
    ).toEqual([
      "Of 4 test groups 2 are better on a metric: A and C; 2 are worse on a metric: B and C.",
      "▲ With A, Orders rose by 4.00 % (+1.17 to +6.83 %), from 10.0 to 10.4.",
      "▼ With B, Orders fell by 4.00 % (−6.72 to −1.28 %), from 10.0 to 9.60.",
      "– D is inconclusive on Orders: the data rule out a drop of more than 2.77 % and a rise of more than 2.77 %.",
      "▲ Also better with C: Orders rose by 4.00 % (+1.17 to +6.83 %).",
      "▼ Also worse with C: Returns rose by 9.00 % (+6.10 to +11.9 %).",
      "· With the data so far this test can detect changes of about 3.96 % (the MDE) or more in Orders with D.",
    ]));

  test("are summed up where a sentence for each has no room", () =>
    expect(
      lines(
        read({
          primary: Object.fromEntries(
            "ABCDEFG".split("").map((name, index) => [name, [metric("Orders", index / 4)]]),
          ),
        }),
      ),
    ).toEqual([
      "All 7 test groups are inconclusive on every primary metric so far.",
      "– 7 of 7 primary comparisons are inconclusive; the least certain is Orders with A, where the data rule out a drop of more than 2.77 %.",
      "· With the data so far this test can detect changes of about 3.96 % (the MDE) or more in Orders with A.",
    ]));

  test("corrected for their number say so", () =>
    expect(
      lines(
        read({
          primary: { A: [metric("Orders", 4)], B: [] },
          experiment: { bonferroniCorrection: true },
        }),
      ).at(-1),
    ).toBe(
      "· Each of the 2 test groups is judged at 95 %, so that more groups do not make a false alarm more likely.",
    ));
});

describe("is refused", () => {
  const check = (name: string, description: string) => ({ name, status: "FAILED", description });
  const balance = check(
    "Exposures are balanced",
    "Groups are not as large as planned (p < 0.001): Old 900 units, New 700 units.",
  );
  const crossover = check(
    "Crossover units detected",
    "120 units of 4,000 (3 %) were seen in more than one group.",
  );
  const clear = [metric("Orders", 4)];
  const nobody = { metricID: "Orders::event_count", metricName: "Orders", directionality: "increase" };
  const cases: [string, isUnsound: boolean, Partial<Experiment>, ChartMetric[], ...string[]][] = [
    [
      "before the start",
      false,
      { status: "setup", startTime: null },
      clear,
      "No verdict yet: the experiment has not started.",
      "Results appear here once its first units are exposed.",
    ],
    [
      "with failed balance, whatever else failed",
      true,
      { healthChecks: [crossover, balance] },
      clear,
      "Do not use these results: sample ratio mismatch (SRM).",
      "Groups are not as large as planned (p < 0.001): Old 900 units, New 700 units.",
      "Something puts units into one group more often than into another, so the groups may differ by more than what is tested.",
    ],
    [
      "with another failed check",
      true,
      { healthChecks: [crossover] },
      clear,
      "No verdict: a health check failed.",
      "Crossover units detected: 120 units of 4,000 (3 %) were seen in more than one group.",
      "Numbers from such data may look clear and still mislead. Find the cause first; the verdict comes back once the check passes.",
    ],
    [
      "with failed health and no check named",
      true,
      { healthCheckStatus: "FAILED" },
      clear,
      "No verdict: a health check failed.",
      "Health: the service reports a failed check without naming it.",
      "Numbers from such data may look clear and still mislead. Find the cause first; the verdict comes back once the check passes.",
    ],
    [
      "with a change of the treatment while it ran",
      true,
      {
        healthCheckStatus: "FAILED",
        healthChecks: [
          {
            name: "Treatment changed while running",
            status: "FAILED",
            description: "It was changed.",
            changes: [
              {
                kind: "experiment",
                id: "form",
                name: "Form",
                version: 2,
                time: new Date(2026, 10, 15, 12).getTime(),
                author: "Signe Dahl",
                what: ["parameters changed"],
              },
            ],
          },
        ],
      },
      clear,
      "No verdict: the treatment was changed while it ran.",
      "Treatment changed while running: It was changed.",
      "Form on Nov 15, 2026 by Signe Dahl (parameters changed). Users of one group were treated differently before and after. Read the results from the last change on, by the link at the check, or start the experiment again.",
    ],
    [
      "without units",
      false,
      {},
      [{ ...nobody, testUnits: 0, controlUnits: 0 }],
      "No verdict: data are missing.",
      "No exposed units yet.",
    ],
    [
      "with one group empty",
      false,
      {},
      [{ ...nobody, testUnits: 5, controlUnits: 0 }],
      "No verdict: data are missing.",
      "One of the groups has no units.",
    ],
    [
      "with one unit",
      false,
      {},
      [{ ...nobody, testUnits: 5, controlUnits: 1, absoluteChange: 1 }],
      "No verdict: data are missing.",
      "One unit in a group is too few for an interval.",
    ],
    [
      "on the first day",
      false,
      { startTime: now - dayLength / 2 },
      clear,
      "No verdict yet: on the first day it is too early to read the numbers.",
      "Only part of a day has been seen, and most units had little time to act. Look at the health checks today, at the results from tomorrow on.",
    ],
    [
      "where every slice points the other way than the total",
      false,
      {},
      [
        metric("Orders", -4, {
          dimensionBreakdown: [
            slice("DE", 2, { testUnits: 2000, controlUnits: 8000 }),
            slice("SE", 3, { testUnits: 8000, controlUnits: 2000 }),
          ],
        }),
      ],
      "No verdict: Orders falls in total but rises in every slice of country.",
      "The groups are made up differently: country DE is 80.0 % of Old and 20.0 % of New. Find out why before using the total; the slices are in the row of Orders.",
    ],
    [
      "without a direction",
      false,
      {},
      [metric("Depth", 5, { directionality: "neutral" })],
      "No verdict: nobody has said which change is good.",
      "Set a direction for Depth; the numbers below stand without a judgement.",
    ],
    [
      "without a chart that compares",
      false,
      {},
      [],
      "No verdict: there is nothing to compare.",
      "No chart of this experiment compares a test group with a control here.",
    ],
  ];
  test.each(cases)("%s", (_case, isNotToBeUsed, experiment, primary, ...said) => {
    const verdict = read({ primary: { New: primary }, experiment });
    expect(verdict.kind).toBe("refused");
    expect(isUnsound(verdict)).toBe(isNotToBeUsed);
    expect(lines(verdict)).toEqual(said);
  });

  test("not where an unclear total points the other way than its slices", () =>
    expect(
      read({
        primary: { New: [metric("Orders", -1, { dimensionBreakdown: [slice("DE", 2), slice("SE", 3)] })] },
      }).kind,
    ).toBe("judged"));

  test("not by a warning", () =>
    expect(
      read({
        primary: { New: clear },
        experiment: { healthChecks: [{ ...crossover, status: "WARNING" }], healthCheckStatus: "WARNING" },
      }).kind,
    ).toBe("judged"));
});

describe("how far the test is", () => {
  const target = "Dec 1, 2026";
  const cases: [string, Partial<Experiment>, number, boolean, string][] = [
    [
      "before the planned end, with whiskers",
      {},
      now,
      true,
      `10 days to go. Until ${target} decide on the sequential intervals, drawn as thin whiskers; they stay valid however often you look.`,
    ],
    [
      "before the planned end, without whiskers",
      {},
      now,
      false,
      `10 days to go. Decide on ${target}: every earlier look at these intervals makes a false alarm more likely.`,
    ],
    [
      "one day before",
      {},
      start + 26.5 * dayLength,
      true,
      `1 day to go. Until ${target} decide on the sequential intervals, drawn as thin whiskers; they stay valid however often you look.`,
    ],
    [
      "on the last day",
      {},
      start + 27.5 * dayLength,
      true,
      `Last day. Until ${target} decide on the sequential intervals, drawn as thin whiskers; they stay valid however often you look.`,
    ],
    [
      "after the planned end",
      {},
      start + 30 * dayLength,
      false,
      `The planned 28 days are over. The fixed intervals were valid on ${target}; waiting on for a better answer makes a false alarm more likely.`,
    ],
    [
      "ended as planned",
      { status: "decision_made", endTime: start + 28 * dayLength },
      start + 60 * dayLength,
      false,
      "Over after 28 days. The fixed intervals are valid.",
    ],
    [
      "ended early",
      { status: "decision_made", endTime: start + 12 * dayLength },
      start + 60 * dayLength,
      false,
      "Ended after 12 of 28 days. If these numbers ended it, its intervals are too narrow: only sequential ones would be valid.",
    ],
    [
      "without a plan, with whiskers",
      { duration: null },
      now,
      true,
      "No planned end. Decide on the sequential intervals, drawn as thin whiskers; they stay valid however often you look.",
    ],
    [
      "without a plan or whiskers",
      { duration: null },
      now,
      false,
      "No planned end. Every earlier look at these intervals makes a false alarm more likely.",
    ],
  ];
  test.each(cases)("%s", (_case, experiment, at, sequential, expected) => {
    const verdict = read({ primary: { New: [metric("Orders", 4)] }, experiment, sequential, now: at });
    expect(plain(verdict.progress?.parts ?? [])).toBe(expected);
  });

  test("is said also when the verdict is refused, but not before the start", () => {
    expect(read({ primary: {} }).progress?.days).toMatchObject({ day: 18, planned: 28, left: 10 });
    // Consistent with the day count: day 19 of 28, 9 to go.
    const next = read({ primary: {}, now: start + 18 * dayLength + 1000 });
    expect(next.progress?.days).toMatchObject({ day: 19, left: 9 });
    expect(read({ primary: {}, experiment: { status: "setup" } }).progress).toBeUndefined();
  });

  test("calls for no decision where results are not to be used", () => {
    const failed = { name: "Exposures are balanced", status: "FAILED", description: "" };
    const verdict = read({ primary: { New: [metric("Orders", 4)] }, experiment: { healthChecks: [failed] } });
    expect(plain(verdict.progress?.parts ?? [])).toBe("10 days to go.");
    expect(plain(read({ primary: {} }).progress?.parts ?? [])).toBe("10 days to go.");
  });
});

describe("every number", () => {
  test("names the bar it stands for, and the scale that draws it", () => {
    const verdict = read({ primary: { Short: [metric("Orders", 4)], Express: [metric("Orders", 0)] } });
    const sentences = verdict.kind === "judged" ? verdict.sentences : [];
    const numbers = sentences.flatMap(({ parts }) =>
      parts.flatMap((part) =>
        typeof part === "object" && part.source
          ? [[part.text.replaceAll("\u00a0", " "), part.source.mark, part.source.scale]]
          : [],
      ),
    );
    expect(numbers).toEqual([
      ["4.00 %", "Orders::event_count.Short", "percent"],
      ["+1.17 to +6.83 %", "Orders::event_count.Short", "percent"],
      ["10.0", "Orders::event_count.Short", undefined],
      ["10.4", "Orders::event_count.Short", undefined],
      ["2.77 %", "Orders::event_count.Express", "percent"],
      ["2.77 %", "Orders::event_count.Express", "percent"],
      ["3.96 %", "Orders::event_count.Express", undefined],
    ]);
  });
});

const anyMetric = fc
  .record({
    name: fc.integer({ min: 1, max: 400 }),
    change: fc.double({ min: -20, max: 20, noNaN: true }),
    directionality: fc.constantFrom("increase", "decrease", "neutral", ""),
    missing: fc.boolean(),
  })
  .map(({ name, change, directionality, missing }) =>
    missing
      ? { metricID: `M${name}::sum`, metricName: `M${name}`, directionality, testUnits: 3, controlUnits: 0 }
      : metric(`M${name}`, change, { directionality }),
  );
const anyMetrics = fc.uniqueArray(anyMetric, { selector: ({ metricID }) => metricID, maxLength: 40 });

test("whatever was measured: the best, the worst and what is not known come first; never 'no effect' or 'significant', no undefined number", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("A", "B", "C", "D"), anyMetrics, { minKeys: 1 }),
      anyMetrics,
      (primary, guards) => {
        const [first = "A"] = Object.keys(primary);
        const verdict = read({ primary, secondary: { [first]: guards }, sequential: true });
        const said = lines(verdict).join(" ");
        expect(said).not.toMatch(/no effect|significan|NaN|undefined|Infinity|\[object/i);
        if (verdict.kind === "refused") return;
        const brief = verdict.sentences.slice(0, verdict.brief).map(({ result }) => result);
        expect(brief.length).toBeGreaterThanOrEqual(1);
        expect(brief.length).toBeLessThanOrEqual(3);
        for (const result of ["better", "worse"] as const)
          expect(brief.filter((word) => word === result)).toHaveLength(
            Number(verdict.sentences.some((sentence) => sentence.result === result)),
          );
        expect(verdict.sentences.length).toBeLessThanOrEqual(12);
      },
    ),
  );
});

test("the mark follows the verb and the direction, never the sign alone", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -20, max: 20, noNaN: true }),
      fc.constantFrom("increase", "decrease"),
      (change, directionality) => {
        const verdict = read({ primary: { New: [metric("Orders", change, { directionality })] } });
        if (verdict.kind === "refused") return;
        const [sentence] = verdict.sentences;
        const text = textOf(sentence?.parts ?? []);
        if (sentence?.result === "inconclusive") return;
        const isUp = text.includes("Orders rose by");
        expect(isUp).toBe(change > 0);
        expect(sentence?.result).toBe(isUp === (directionality === "increase") ? "better" : "worse");
        expect(text.includes("lower is better")).toBe(directionality === "decrease");
      },
    ),
  );
});

test("what is clear on one scale alone is called better or worse nowhere, and the headline, the row and its robustness say the same", () => {
  const margins = fc.record({
    change: fc.double({ min: -20, max: 20, noNaN: true }),
    absolute: fc.double({ min: 0.01, max: 2, noNaN: true }),
    percent: fc.double({ min: 0.1, max: 20, noNaN: true }),
    sequential: fc.option(fc.double({ min: 1, max: 3, noNaN: true }), { nil: undefined }),
    directionality: fc.constantFrom("increase", "decrease"),
  });
  fc.assert(
    fc.property(margins, ({ change, absolute, percent, sequential, directionality }) => {
      const whiskers = sequential && {
        sequentialTestingConfidenceIntervalDelta: absolute * sequential,
        percentSequentialTestingConfidenceIntervalDelta: percent * sequential,
      };
      const measured = metric("Orders", change, {
        confidenceIntervalDelta: absolute,
        percentConfidenceIntervalDelta: percent,
        ...whiskers,
        directionality,
      });
      const shown = [readingOf(measured, "percent"), readingOf(measured, "absolute")];
      const [word, ...others] = shown.map(wordOf);
      expect(others).toEqual([word]);
      if (shown.some(({ isClear }) => !isClear)) expect(["inconclusive", "depends"]).toContain(word);
      expect(word === "depends").toBe(shown[0]?.isClear !== shown[1]?.isClear);

      const verdict = read({ primary: { New: [measured] } });
      const headline = textOf(verdict.headline);
      const says = {
        better: /is better/,
        worse: /is worse/,
        inconclusive: /inconclusive/,
        depends: /it depends on the analysis/,
      };
      expect(headline).toMatch(says[word ?? "inconclusive"]);
      for (const [other, pattern] of Object.entries(says))
        if (other !== word) expect(headline).not.toMatch(pattern);

      const row = {
        mark: "",
        section: "",
        control: "Old",
        group: "New",
        metric: measured,
        isPrimary: true,
        isSequential: sequential !== undefined,
        alpha: 0.05,
      };
      const analysis = { level: 95, tests: 1, isBonferroni: false };
      const [robustness] = rowsWithEffect([row]).map((found) =>
        robustnessOf(found, familyOf([row], analysis), analysis),
      );
      expect(robustness?.items[0]?.word).toBe(word);
      if (word === "depends") expect(robustness?.holds).toBe(false);
    }),
  );
});

describe("guardrails", () => {
  const guard = (name: string, change: number) => metric(name, change, { ...lower, isGuardrail: true });
  const said = (orders: number, guards: ChartMetric[], more: ChartMetric[] = []) =>
    lines(read({ primary: { New: [metric("Orders", orders)] }, secondary: { New: [...guards, ...more] } }));

  test("the headline says that one got worse, and a sentence what that asks", () => {
    const [headline, ...sentences] = said(8, [guard("Support contacts", 9)]);
    expect(headline).toBe("New is better than Old on Orders, but a guardrail got worse: Support contacts.");
    expect(sentences.join(" ")).toMatch(
      /▼ A guardrail got worse: ship it only if whoever answers for it accepts a rise of at least 6\.\d\d % in Support contacts; else change the treatment, or stop\./,
    );
    expect(said(0, [guard("Support contacts", 9)])[0]).toBe(
      "New is inconclusive on the primary metrics, and a guardrail got worse: Support contacts.",
    );
    expect(said(-8, [guard("Returns", 9), guard("Support contacts", 9)])[0]).toBe(
      "New is worse than Old on Orders, and 2 guardrails got worse: Returns and Support contacts.",
    );
  });

  test("where none got worse, the least certain is named as a guardrail; one that got better asks nothing", () => {
    const open = said(8, [guard("Returns", 2)], [metric("Searches", 0)]);
    expect(open).toContain(
      "– The guardrail Returns is inconclusive: the data rule out a rise of more than 4.80 %.",
    );
    expect(said(8, [guard("Returns", -9)]).join(" ")).not.toContain("guardrail got worse");
  });

  test("a secondary metric without the tag is not called a guardrail", () =>
    expect(said(8, [], [metric("Returns", 9, lower)]).join(" ")).not.toContain("guardrail"));
});
