// A row of the experiment list, and its exports: from what the service found last, never more than that.
import { expect, test } from "vitest";
import type { Experiment, LeadResult } from "#contract/experiment.ts";
import { compare } from "#statistics/compare.ts";
import { entryOf, leftText } from "./list-entry.ts";
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

test("a running experiment: its day, the days left, the word of its lead metric, and when it is due", () => {
  const { days, lead: shown, health, decision } = entry();
  expect(days).toMatchObject({ day: 19, planned: 28 });
  expect(leftText(days)).toBe("9 days left");
  expect(shown).toMatchObject({ metric: "Orders", word: "better", computedTime: now - 2 * day });
  expect(health).toMatchObject({ text: "Healthy", names: ["Healthy"] });
  expect(decision).toMatchObject({ kind: "open", text: "Decide by Dec 2" });
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

test("health: the worst check leads with its figure, and all that warn can be filtered by", () => {
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
    text: "SRM p < 0.001".replace("p ", "p\u00a0"),
    detail: "51.8 / 48.2 not 50 / 50; 1 more",
    names: ["SRM", "Crossover"],
  });
  expect(entry({ healthChecks: [], healthCheckStatus: "WAITING" }).health?.text).toBe("Not checked yet");
  expect(entry({ status: "setup", startTime: null, healthChecks: [] }).health).toBeUndefined();
});

test("decisions: what was shipped or kept and when, what is due, and by how much it is late", () => {
  const decisionOf = (change: Partial<Experiment>) => {
    const { kind, text, detail, winner } = entry(change).decision ?? {};
    return [kind, text, detail, winner];
  };
  const decided = { status: "decision_made", endTime: now - 6 * day, decisionTime: now - 5 * day };
  expect(decisionOf({ ...decided, launchedGroupID: "bar" })).toEqual([
    "shipped",
    "Shipped Bar",
    "Nov 17",
    "Bar",
  ]);
  expect(decisionOf({ ...decided, launchedGroupID: "no_bar" }).slice(0, 2)).toEqual(["kept", "Kept No bar"]);
  expect(decisionOf({ duration: 14 }).slice(0, 3)).toEqual(["due", "Decide", "4 days late"]);
  expect(decisionOf({ status: "experiment_stopped", endTime: now - day }).slice(0, 3)).toEqual([
    "due",
    "Decide",
    "ended Nov 21",
  ]);
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
