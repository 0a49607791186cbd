// Tests the import of a campaign: a table with one row per customer is imported by the README's commands, and its results are read.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TimeSeries } from "#contract/time-series.ts";
import { SummaryCharts } from "#contract/summary-charts.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { compare } from "#statistics/compare.ts";
import { compareAdjusted } from "#statistics/cuped.ts";
import { momentsOf } from "#statistics/moments.ts";
import { ratioMoments } from "#statistics/pair-moments.ts";
import { readCommand } from "./command-line.ts";
import { importLog } from "#service/imports/import-log.ts";
import { importProject } from "./import-project.ts";
import { covariateSumsOf, pairSumsOf, sumsOf } from "#statistics/plain-sums.test-support.ts";

const segments = ["No E-Mail", "Mens E-Mail", "Womens E-Mail"];
const areas = ["Urban", "Rural", "Surburban"];

/** Returns deterministic values that are spread from 0 to `below`. */
const spread = (number: number, factor: number, below: number) => (number * factor) % below;

const customers = Array.from({ length: 900 }, (_, number) => {
  const segment = segments[number % 3] ?? "";
  const history = 20 + spread(number, 617, 977) / 4;
  const visit = spread(number, 71, 100) < (segment === "No E-Mail" ? 20 : 30) ? 1 : 0;
  const conversion = visit && spread(number, 53, 10) < 4 ? 1 : 0;
  const spend = conversion ? 5 + history / 2 + spread(number, 13, 17) : 0;
  return { segment, history, zip_code: areas[spread(number, 7, 5) % 3] ?? "", visit, conversion, spend };
});
const columns = ["segment", "history", "zip_code", "visit", "conversion", "spend"] as const;
const csv = [
  columns.join(","),
  ...customers.map((customer) => columns.map((column) => customer[column]).join(",")),
].join("\n");

const spendValue = { name: "spend", type: "value" };
const metrics = [
  { name: "Visits", type: "event_count", metricEvents: [{ name: "visit", type: "count" }] },
  { name: "Conversions", type: "event_count", metricEvents: [{ name: "conversion", type: "count" }] },
  { name: "Spend", type: "sum", metricEvents: [spendValue] },
  { name: "Spend per visit", type: "ratio", metricEvents: [spendValue, { name: "visit", type: "count" }] },
].map((metric) => ({
  ...metric,
  directionality: "increase",
  lineage: { events: metric.metricEvents.map(({ name }) => name), metrics: [] },
}));
const project = {
  metrics,
  experiments: [
    {
      id: "campaign",
      name: "Campaign",
      status: "experiment_stopped",
      groups: segments.map((name) => ({ name, size: 100 / 3 })),
      startTime: Date.UTC(2026, 9, 12),
      endTime: Date.UTC(2026, 9, 26),
      primaryMetrics: metrics.map(({ name, type }) => ({ name, type })),
      winsorization: null,
      cuped: true,
      dimensions: [{ key: "zip_code", type: "user" }],
    },
  ],
};

let service: Awaited<ReturnType<typeof testApp>>;
const folder = mkdtempSync(join(tmpdir(), "assay-campaign-"));
const file = join(folder, "campaign.csv");

async function run(...args: string[]) {
  const command = readCommand(args);
  if (command.kind === "project") return importProject(service.database, command, testNow);
  return importLog(service.database, command, testNow, { onBytes: () => undefined });
}
const events = (name: string, date: string, ...more: string[]) =>
  run("events", file, "--name", name, "--unit-row", "c", "--time-at", `${date}T08:00:00Z`, ...more);

beforeAll(async () => {
  service = await testApp();
  writeFileSync(file, csv);
  const projectFile = join(folder, "project.json");
  writeFileSync(projectFile, JSON.stringify(project));
  await run("project", projectFile);
  const exposures = ["exposures", file, "--experiment", "campaign", "--unit-row", "c", "--group", "segment"];
  await run(...exposures, "--time-at", "2026-10-12T08:00:00Z", "--property", "zip_code=zip_code");
  await events("visit", "2026-10-13", "--where", "visit=1");
  await events("conversion", "2026-10-14", "--where", "conversion=1");
  await events("spend", "2026-10-14", "--value", "spend", "--where", "conversion=1");
  // Earlier spending is logged in the week before the campaign.
  await events("spend", "2026-10-08", "--value", "history");
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

type Customer = (typeof customers)[number];
const alpha = 0.05;
const averages = (among: readonly Customer[], column: "visit" | "conversion") =>
  momentsOf(sumsOf(among.map((customer) => customer[column])));
const spends = (among: readonly Customer[]) =>
  covariateSumsOf(among.map(({ spend, history }) => [spend, history] as const));
const perVisit = (among: readonly Customer[]) =>
  ratioMoments(pairSumsOf(among.filter(({ visit }) => visit).map(({ spend, visit }) => [spend, visit])));

/** Computes the expected results from the table alone. */
function expected(test: string, among: readonly Customer[] = customers) {
  const control = among.filter(({ segment }) => segment === "No E-Mail");
  const group = among.filter(({ segment }) => segment === test);
  return {
    Visits: compare(averages(control, "visit"), averages(group, "visit"), { alpha }),
    Conversions: compare(averages(control, "conversion"), averages(group, "conversion"), { alpha }),
    Spend: compareAdjusted(spends(control), spends(group), { alpha }),
    "Spend per visit": compare(perVisit(control), perVisit(group), { alpha }),
  };
}

/** Returns the numbers of a row, rounded: the service adds sums up in another order. */
const numbers = (row: object) =>
  JSON.stringify(
    Object.entries(row)
      .filter(([, value]) => typeof value === "number")
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, Number(Number(value).toPrecision(9))]),
  );

async function rowsFor(group: string) {
  const path = `/console/v1/experiments/campaign/summary_charts?test=${encodeURIComponent(group)}`;
  const { status, body } = await service.request("GET", path);
  expect(status).toBe(200);
  return SummaryCharts.parse(body.data).sections[0]?.charts[0]?.metrics ?? [];
}

test.each(["Mens E-Mail", "Womens E-Mail"])(
  "Averages, a sum adjusted by earlier spend and a ratio of %s are those of the table, in all and by area",
  async (group) => {
    const rows = await rowsFor(group);
    const table: Record<string, object> = expected(group);
    expect(rows.map(({ metricName }) => metricName)).toEqual(Object.keys(table));
    for (const row of rows) expect(numbers(row)).toBe(numbers(table[row.metricName] ?? {}));
    const [spend] = rows.filter(({ metricName }) => metricName === "Spend");
    expect(spend?.adjustment?.theta).toBeCloseTo(expected(group).Spend.adjustment?.theta ?? NaN, 9);
    expect(numbers(spend?.adjustment?.unadjusted ?? {})).toBe(
      numbers(expected(group).Spend.adjustment?.unadjusted ?? {}),
    );

    for (const area of areas) {
      const inArea: Record<string, object> = expected(
        group,
        customers.filter(({ zip_code }) => zip_code === area),
      );
      for (const { metricName, dimensionBreakdown } of rows) {
        const slice = dimensionBreakdown?.find(({ dimensionValue }) => dimensionValue === area);
        expect(numbers(slice ?? {})).toBe(numbers(inArea[metricName] ?? {}));
      }
    }
  },
);

test("The days tell when it happened, and the last one is the row of the chart", async () => {
  const { body } = await service.request(
    "GET",
    "/console/v1/experiments/campaign/daily_results?metric=Spend&test=Mens%20E-Mail",
  );
  const { cumulative, daysSinceExposure, exposures } = TimeSeries.parse(body.data);
  expect(exposures.map(({ units }) => Object.values(units))).toEqual([
    [300, 300, 300],
    ...Array.from({ length: 14 }, () => [0, 0, 0]),
  ]);
  expect(cumulative.slice(0, 2).map(({ controlMean, testMean }) => [controlMean, testMean])).toEqual([
    [0, 0],
    [0, 0],
  ]);
  const { time: _, ...last } = cumulative.at(-1) ?? { time: 0 };
  expect(numbers(last)).toBe(numbers(expected("Mens E-Mail").Spend));
  const { day: __, ...second } = daysSinceExposure[2] ?? { day: 0 };
  expect(numbers(second)).toBe(numbers(expected("Mens E-Mail").Spend.adjustment?.unadjusted ?? {}));
});
