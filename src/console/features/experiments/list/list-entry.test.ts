// A row of the experiment list and its exports, built only from the last stored results.
import { expect, test } from "vitest";
import type { Experiment } from "#contract/experiment.ts";
import type { LeadResult } from "#contract/experiment-overview.ts";
import { compare } from "#statistics/compare.ts";
import { experimentFilterOf } from "./experiment-list-input.ts";
import { daysText, entryOf } from "./list-entry.ts";
import { listCsv, listMarkdown } from "./list-exports.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 10, 22, 12);
const group = (mean: number) => ({ n: 10_000, mean, variance: 100 });
const lead = (change: Partial<LeadResult> = {}): LeadResult => ({
  metricID: "Orders::event_count",
  metricName: "Orders",
  directionality: "increase",
  ...compare(group(10), group(10.5), { alpha: 0.05 }),
  control: "No bar",
  test: "Bar",
  isReversed: false,
  computedTime: now - 2 * day,
  ...change,
});
const experiment = (change: Partial<Experiment> = {}): Experiment => ({
  id: "bar",
  name: "Bar, or none",
  status: "active",
  startTime: now - 18.5 * day,
  duration: 28,
  groups: [
    { id: "no_bar", name: "No bar", size: 50 },
    { id: "bar", name: "Bar", size: 50 },
  ],
  primaryMetrics: [{ name: "Orders", type: "event_count" }],
  healthChecks: [{ name: "Checks started", status: "PASSED", description: "9 exposures logged." }],
  healthCheckStatus: "PASSED",
  leadResult: lead(),
  ...change,
});
const entry = (change: Partial<Experiment> = {}) => entryOf(experiment(change), now);

test("a running experiment: its day, the word of its lead metric, and its next step", () => {
  const { band, days, lead: shown, health, step } = entry();
  expect(band).toBe("running");
  expect(daysText(days, experiment())).toBe("Day 19 of 28");
  expect(shown).toMatchObject({ metric: "Orders", word: "better", computedTime: now - 2 * day });
  expect(health).toMatchObject({ text: "Healthy" });
  expect(step).toEqual({ text: "Wait", detail: "ends Dec 2" });
});

test("where the page refuses a verdict, no result is shown either", () => {
  const wordOf = (change: Partial<Experiment>) => {
    const { lead: shown } = entry(change);
    expect(shown?.effect).toBeUndefined();
    return shown?.word;
  };
  expect(wordOf({ healthCheckStatus: "FAILED" })).toBe("Not shown: a check failed");
  expect(wordOf({ leadResult: lead({ isReversed: true }) })).toBe("Not shown: slices point the other way");
  expect(wordOf({ startTime: now - day / 2 })).toBe("Too early: first day");
  expect(wordOf({ leadResult: null })).toBe("Not computed yet");
  expect(
    wordOf({ leadResult: lead({ confidenceIntervalDelta: undefined, controlUnits: 0, testUnits: 0 }) }),
  ).toBe("No exposed units yet.");
});

test("health: the worst check leads with its figure", () => {
  const check = (name: string, status: string, description: string) => ({ name, status, description });
  const { health } = entry({
    healthChecks: [
      check(
        "Crossover units detected",
        "WARNING",
        "69 units of 24,611 (0.282 %) were seen in more than one group.",
      ),
      {
        ...check("Exposures are balanced", "FAILED", "Groups are not as large as planned (p < 0.001)."),
        groups: [
          { name: "No bar", units: 518, expectedUnits: 500 },
          { name: "Bar", units: 482, expectedUnits: 500 },
        ],
      },
    ],
    healthCheckStatus: "FAILED",
  });
  expect(health).toMatchObject({
    state: "failed",
    text: "SRM p\u00a0<\u00a00.001",
    detail: "51.8 / 48.2 not 50 / 50; 1 more",
  });
  expect(entry({ healthChecks: [], healthCheckStatus: "WAITING" }).health?.text).toBe("Not checked yet");
  expect(entry({ status: "setup", startTime: null, healthChecks: [] }).health).toBeUndefined();
});

test("the worst guardrail is shown with its group where there are several, and hidden where a check failed", () => {
  const worstGuardrail = { ...lead({ metricName: "Returns", directionality: "decrease" }) };
  expect(entry({ worstGuardrail }).guardrail).toMatchObject({
    metric: "Returns",
    group: undefined,
    effect: { result: "worse" },
  });
  expect(entry({ worstGuardrail, healthCheckStatus: "FAILED" }).guardrail).toBeUndefined();
});

const check = (name: string) => ({ name, status: "FAILED", description: "" });
const failed = (name: string) => ({ healthCheckStatus: "FAILED", healthChecks: [check(name)] });
const sequential = { sequentialTestingConfidenceIntervalDelta: 0.1 };
const decided = { status: "decision_made", endTime: now - 6 * day, decisionTime: now - 5 * day };

test.each<[string, Partial<Experiment>, unknown[]]>([
  ["a clear interval", { leadResult: lead(sequential) }, ["Decide by Dec 2", "Interval is clear", "decide"]],
  ["past its planned end", { duration: 14 }, ["Decide", "4 days late", "decide"]],
  [
    "stopped",
    { status: "experiment_stopped", endTime: now - 2.5 * day },
    ["Decide", "2 days late", "decide"],
  ],
  ["an uneven split", failed("Exposures are balanced"), ["Fix the split", "Do not use results", "results"]],
  [
    "silent events",
    failed("Event metrics have data"),
    ["Restore the events", "Do not use results", "results"],
  ],
  [
    "another failed check",
    failed("Treatment changed while running"),
    ["Find the cause", "Do not use results", "results"],
  ],
  ["no planned end", { duration: null }, ["Wait", "no planned end", undefined]],
  ["a shipped group", { ...decided, launchedGroupID: "bar" }, ["Shipped Bar", "Nov 17", undefined]],
  ["a kept control", { ...decided, launchedGroupID: "no_bar" }, ["Kept No bar", "Nov 17", undefined]],
  ["given up", { status: "abandoned", endTime: now - 5 * day }, ["No decision", "ended Nov 17", undefined]],
  ["in setup", { status: "setup", startTime: null }, ["Start", "in setup", "setup"]],
  ["a start to come", { startTime: now + day }, ["Wait", "starts Nov 23", undefined]],
])("the next step of %s", (_, change, expected) => {
  const { text, detail, at } = entry(change).step;
  expect([text, detail, at]).toEqual(expected);
});

test("exports hold the same columns; names cannot break them", () => {
  const rows = [entry(), entry({ id: "other", name: "=1|2", leadResult: null })];
  const [head = "", first = "", second = ""] = listCsv(rows).replace("\uFEFF", "").split("\r\n");
  const columns = head.split(",");
  const cell = (line: string, name: string) =>
    line.replace('"Bar, or none"', "Bar").split(",")[columns.indexOf(name)];
  expect(cell(first, "days_left")).toBe("9");
  expect(cell(first, "result")).toBe("better");
  expect(Number(cell(first, "low"))).toBeCloseTo(5 - 2.81, 1);
  expect(cell(first, "computed")).toBe("2026-11-20T12:00:00.000Z");
  expect(cell(second, "name")).toBe("'=1|2");
  expect(cell(second, "result")).toBe("Not computed yet");
  expect(listMarkdown(rows).split("\n")[3]).toContain(String.raw`| =1\|2 | Running | Healthy | Orders |`);
});

test("links from before, which name decisions and failed checks as one, find both", () => {
  expect(experimentFilterOf({ band: ["needs", "running"] }).band).toEqual(["decide", "fix", "running"]);
});
