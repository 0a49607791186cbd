// A real campaign with three groups, imported by the commands of the README and analysed on the page. Its data are not part of
// this project: the journey runs only if they are in the neighbouring folder, or in REAL_DATA_DIR.
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { apiKey, expect, expectAccessible, freePort, Service, test as base } from "./fixtures.ts";

const folder = process.env["REAL_DATA_DIR"] ?? "../shared/data";
const file = join(folder, "hillstrom_email.csv");

const metrics = [
  { name: "Visits", type: "event_count", metricEvents: [{ name: "visit", type: "count" }] },
  { name: "Conversions", type: "event_count", metricEvents: [{ name: "conversion", type: "count" }] },
  { name: "Spend", type: "sum", metricEvents: [{ name: "spend", type: "value" }] },
  {
    name: "Spend per visit",
    type: "ratio",
    metricEvents: [
      { name: "spend", type: "value" },
      { name: "visit", type: "count" },
    ],
  },
].map((metric) => ({
  ...metric,
  directionality: "increase",
  lineage: { events: metric.metricEvents.map(({ name }) => name), metrics: [] },
}));
const properties = ["zip_code", "channel", "newbie", "history_segment"];
const project = {
  metrics,
  experiments: [
    {
      id: "campaign",
      name: "E-mail campaign",
      status: "experiment_stopped",
      groups: ["No E-Mail", "Mens E-Mail", "Womens E-Mail"].map((name) => ({ name, size: 100 / 3 })),
      startTime: Date.UTC(2008, 2, 20),
      endTime: Date.UTC(2008, 3, 3),
      duration: 14,
      primaryMetrics: metrics.map(({ name, type }) => ({ name, type })),
      winsorization: null,
      cuped: true,
      dimensions: properties.map((key) => ({ key, type: "user" })),
    },
  ],
};

const test = base.extend<{ campaign: Page }, { campaignService: Service }>({
  campaignService: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, provide) => {
      const service = new Service(await freePort());
      importCampaign(service.dataDir);
      await service.start();
      await provide(service);
      await service.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  campaign: async ({ page, campaignService: { url } }, provide) => {
    await page.goto(`${url}/demo/gates#key=${apiKey}`);
    await expect(page.getByRole("heading", { level: 1, name: "Gates" })).toBeVisible();
    await page.goto(`${url}/demo/experiments/campaign`);
    await provide(page);
  },
});
// Run in sequence, because both tests read the same service, which takes a while to fill.
test.describe.configure({ mode: "default" });
test.skip(!existsSync(file), `${file} is not there: set REAL_DATA_DIR to the folder that holds it.`);

function importCampaign(dataDir: string) {
  const run = (...words: string[]) =>
    execFileSync(process.execPath, ["dist/service/import.js", ...words], {
      env: { ...process.env, DATA_DIR: dataDir, DEMO: "0" },
      stdio: ["ignore", "ignore", "inherit"],
    });
  const projectFile = join(dataDir, "project.json");
  writeFileSync(projectFile, JSON.stringify(project));
  run("project", projectFile);
  const units = ["--unit-row", "customer-"];
  run(
    "exposures",
    file,
    "--experiment",
    "campaign",
    "--group",
    "segment",
    ...units,
    "--time-at",
    "2008-03-20T08:00:00Z",
    ...properties.flatMap((property) => ["--property", `${property}=${property}`]),
  );
  const events = (name: string, day: string, ...more: string[]) =>
    run("events", file, "--name", name, ...units, "--time-at", `${day}T08:00:00Z`, ...more);
  events("visit", "2008-03-21", "--where", "visit=1");
  events("conversion", "2008-03-22", "--where", "conversion=1");
  events("spend", "2008-03-22", "--value", "spend", "--where", "conversion=1");
  // The covariate is the spend in the week before the campaign.
  events("spend", "2008-03-15", "--value", "history");
}

/** The published results, with all digits given. */
const published = {
  Visits: {
    controlUnits: "21306",
    testUnits: "21307",
    controlMean: "0.1061672768",
    testMean: "0.1827568405",
    absoluteChange: "0.07658956365",
    confidenceIntervalDelta: "0.006636218167",
    percentChange: "72.14046168",
    percentConfidenceIntervalDelta: "8.299033537",
    pValue: "2.740429e-113",
  },
  Spend: {
    controlMean: "0.6527893551",
    testMean: "1.420238974",
    absoluteChange: "0.7674496193",
    confidenceIntervalDelta: "0.2846162514",
    percentConfidenceIntervalDelta: "63.41668541",
    "adjustment.theta": "0.001217203584",
    "adjustment.unadjusted.testMean": "1.422616511",
    "adjustment.unadjusted.controlStd": "11.58819968",
    "adjustment.unadjusted.testStd": "17.75420510",
    "adjustment.unadjusted.absoluteChange": "0.7698271559",
    "adjustment.unadjusted.confidenceIntervalDelta": "0.284678027",
    "adjustment.unadjusted.percentChange": "117.928877",
    "adjustment.unadjusted.percentConfidenceIntervalDelta": "63.49830508",
    "adjustment.unadjusted.pValue": "1.157137e-07",
    "adjustment.unadjusted.reversePower": "62.33566969",
  },
  "Spend per visit": {
    controlUnits: "2262",
    testUnits: "3894",
    controlMean: "6.148687003",
    testMean: "7.784203903",
    absoluteChange: "1.635516901",
    confidenceIntervalDelta: "1.935063092",
    pValue: "0.09760782656",
  },
};

const digitsOf = (text: string) =>
  text
    .replace(/e.*$/, "")
    .replace(/^0\.0*/, "")
    .replace(".", "").length;

/** Reads the field at a path, rounded to as many digits as were published. */
function seenAs(fields: unknown, path: string, given: string): string {
  const value = path
    .split(".")
    .reduce<unknown>(
      (object, name) => (object && typeof object === "object" ? Reflect.get(object, name) : undefined),
      fields,
    );
  return typeof value === "number" && Number(value.toPrecision(digitsOf(given))) === Number(given)
    ? given
    : String(value);
}

test("the service answers the published numbers to the last digit", async ({ campaignService }) => {
  const answer = await campaignService.call("GET", "/experiments/campaign/summary_charts?test=Mens%20E-Mail");
  const { metrics: rows } = Reflect.get(Object(answer), "data").sections[0].charts[0];
  for (const [name, fields] of Object.entries(published)) {
    const row: unknown = rows.find((each: { metricName: string }) => each.metricName === name);
    const seen = Object.entries(fields).map(([path, given]) => [path, seenAs(row, path, given)]);
    expect(Object.fromEntries(seen), name).toEqual(fields);
  }
});

const row = (page: Page, name: RegExp) =>
  page.getByRole("table", { name: /Change of each metric/ }).getByRole("row", { name });

test("the page reads them out, group against group and slice by slice", async ({ campaign: page }) => {
  const verdict = page.getByRole("region", { name: "What the data say" });
  await expect(verdict.getByRole("heading", { level: 2 })).toHaveText(
    /^Mens E-Mail is better than No E-Mail on .*; Womens E-Mail is better on /,
  );
  await expect(row(page, /^Visits, Mens E-Mail against No E-Mail: up 72\.1.%/)).toContainText(
    /\+63\.8 to \+80\.4.%/,
  );
  await expect(row(page, /^Spend, Mens E-Mail.*better/)).toContainText("< 0.001");
  await expect(row(page, /^Spend per visit, Mens E-Mail.*inconclusive/)).toContainText("0.098");

  // Margins of the sequential intervals: 0.0121 around 0.0766, and 0.521 around 0.770 before CUPED removes 0.1 % of the noise.
  await page.goto(`${page.url()}?scale=absolute&decide=sequential`);
  await expect(row(page, /^Visits, Mens E-Mail/)).toContainText("+0.0645 to +0.0887");
  await expect(row(page, /^Spend, Mens E-Mail.*interval \+0\.247 to \+1\.29,/)).toContainText(
    "+0.25 to +1.29",
  );

  await page.getByRole("button", { name: "Details of Spend, Mens E-Mail" }).click();
  await page.getByRole("button", { name: /^history_segment/ }).click();
  const slices = page.getByRole("row", { name: /history_segment .*, exploratory: / });
  await expect(slices).toHaveCount(7);
  // Bands of last year's spend, in their natural order rather than sorted by result.
  const bands = await slices.getByRole("rowheader").allTextContents();
  expect(bands.map((band) => band.slice(0, 2))).toEqual(["1)", "2)", "3)", "4)", "5)", "6)", "7)"]);
  await expectAccessible(page);
});
