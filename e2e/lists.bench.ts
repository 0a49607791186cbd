// `npm run bench`: how soon the lists of gates and of experiments show their rows, also on a slow network, and respond to
// typing in the search.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { afterAll, expect, test } from "vitest";
import type { Database } from "#service/database/database.ts";
import { serviceWithExperiment } from "#testing/stored-experiments.ts";
import { type BenchConsole, median, startConsole } from "./bench-console.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-lists-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const day = 86_400_000;
const statuses = ["active", "experiment_stopped", "decision_made", "setup"];

const experimentsOf = (size: number) =>
  Array.from({ length: size }, (_, index) => ({
    id: `experiment_${index}`,
    name: `Experiment ${index}`,
    description: `Do the users of release ${index} find what is new in it?`,
    status: statuses[index % 4],
    owner: { ownerName: `Owner ${index % 30}` },
    startTime: Date.now() - (index % 60) * day,
    duration: 28,
    primaryMetrics: [{ name: "Orders", type: "event_count" }],
    groups: ["control", "test"].map((id) => ({ id, name: id, size: 50 })),
  }));

const kinds = ["gates", "experiments"] as const;
type Kind = (typeof kinds)[number];

function projectOf(gates: number, experiments: number) {
  const path = join(folder, `${gates}-${experiments}.json`);
  writeFileSync(path, JSON.stringify({ gates: gatesOf(gates), experiments: experimentsOf(experiments) }));
  return path;
}

/** As in a real project, each started experiment has a result: copies of one that was computed. */
async function storeResults(database: Database, experiments: number) {
  const service = await serviceWithExperiment({});
  await service.request("GET", "/console/v1/experiments/form");
  const [computed] = await service.database.query<{ inputs: string; result: string }>(
    "select inputs, result from kept_result where experiment_id = 'form' and part = 'health'",
  );
  await service.close();
  if (!computed) throw new Error("The experiment has no result");
  await database.query(
    `insert into kept_result (experiment_id, part, inputs, window_end, valid_until, computed_time, result)
     select 'experiment_' || number, 'health', $1, $2, $2, $2, $3
     from generate_series(0, ${experiments - 1}) as numbers(number) where number % 4 < 3`,
    [computed.inputs, Date.now(), computed.result],
  );
}

function gatesOf(size: number) {
  return Array.from({ length: size }, (_, index) => ({
    id: `gate_${index}`,
    name: `Gate ${index}`,
    description: `Lets the users of release ${index} see what is new in it.`,
    tags: [`team ${index % 30}`],
    isEnabled: index % 3 > 0,
    status: index % 3 ? "In Progress" : "Disabled",
    rules: [
      {
        name: "Staff",
        passPercentage: index % 101,
        conditions: [{ type: "email", operator: "str_contains_any", targetValue: ["@example.com"] }],
      },
    ],
  }));
}

/** The "Slow 4G" profile of Chromium's developer tools: latency in ms, throughput in bytes per second. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/** Begins the line that each page prints once it has drawn rows. */
const drawnRows = "Rows are drawn after";

/** Makes each page print when it has drawn rows, by its own clock: polling by the test driver would slow the page down. */
const noteRows = (context: BrowserContext) =>
  context.addInitScript((words) => {
    const look = () => {
      if (!document.querySelector("tbody a")) requestAnimationFrame(look);
      else setTimeout(() => console.log(words, performance.now()));
    };
    requestAnimationFrame(look);
  }, drawnRows);

/** ms from the start of a navigation until rows are drawn; the page is not queried meanwhile. */
async function rowsAfter(page: Page, open: () => Promise<unknown>) {
  const printed = page.waitForEvent("console", (message) => message.text().startsWith(drawnRows));
  await open();
  const text = (await printed).text();
  // Lets the page load what it reads ahead.
  await page.waitForTimeout(300);
  return Math.round(Number(text.slice(drawnRows.length)));
}

/** ms from each keystroke until other rows are drawn. */
async function keysToRows(page: Page, keys: string) {
  const times: number[] = [];
  for (const key of keys) {
    await page.evaluate(() => {
      const rows = () => document.querySelector("tbody")?.textContent;
      const before = rows();
      const drawn = new Promise<number>((resolve) => {
        addEventListener(
          "keydown",
          () => {
            const pressed = performance.now();
            const look = () => {
              if (rows() === before) requestAnimationFrame(look);
              else setTimeout(() => resolve(performance.now() - pressed));
            };
            look();
          },
          { capture: true, once: true },
        );
      });
      Object.assign(globalThis, { drawn });
    });
    await page.keyboard.press(key);
    times.push(await page.evaluate(() => Reflect.get(globalThis, "drawn")));
  }
  return times;
}

/** Opens a list in a new browser context, and then reloads it. */
async function openList({ address, key, page: first }: BenchConsole, kind: Kind, network?: typeof slow4G) {
  const browser = first.context().browser();
  if (!browser) throw new Error("There is no browser");
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await noteRows(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (network) await session.send("Network.emulateNetworkConditions", network);
  // Lets the browser finish its own work for a new window.
  await page.waitForTimeout(500);
  const list = `${address}/demo/${kind}#key=${key}`;
  const cold = await rowsAfter(page, () => page.goto(list, { waitUntil: "commit" }));
  const warm = await rowsAfter(page, () => page.reload({ waitUntil: "commit" }));
  return { page, session, cold, warm };
}

/** Opens a list in a new window: ms until it shows rows, its heap, and its response to typing in the search. */
async function readList(bench: BenchConsole, kind: Kind, searches: readonly string[]) {
  const { page, session, cold, warm } = await openList(bench, kind);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const field = page.getByRole("searchbox");
  await field.focus();
  const keys: number[] = [];
  for (const [place, typed] of searches.entries()) {
    if (place > 0) {
      await field.fill("");
      await page.waitForTimeout(300);
    }
    keys.push(...(await keysToRows(page, typed)));
  }
  await page.context().close();
  return { cold, warm, keys, heap: usedSize / 1024 ** 2 };
}

interface Measured {
  gates: number;
  experiments: number;
  lists: readonly Kind[];
  turns: number;
  searches: readonly string[];
}

/** Lists of one project, measured alternately so that other load of the machine affects both: medians. */
async function measure({ gates, experiments, lists, turns, searches }: Measured) {
  const bench = await startConsole({
    imports: [["project", projectOf(gates, experiments)]],
    fill: (database) => storeResults(database, experiments),
  });
  const read = { gates: [], experiments: [] } as Record<Kind, Awaited<ReturnType<typeof readList>>[]>;
  // The order alternates, so that neither list always follows the other.
  for (let turn = 0; turn < turns; turn += 1)
    for (const kind of turn % 2 ? lists.toReversed() : lists)
      read[kind].push(await readList(bench, kind, searches));
  const rows: Record<string, Record<string, number>> = {};
  for (const kind of lists) {
    const slow = await openList(bench, kind, slow4G);
    await slow.page.context().close();
    rows[kind] = {
      "start to content ms": bench.firstContent,
      "cold ms": median(read[kind].map(({ cold }) => cold)),
      "warm ms": median(read[kind].map(({ warm }) => warm)),
      "Slow 4G cold ms": slow.cold,
      "Slow 4G warm ms": slow.warm,
      "a key to rows ms": Math.round(median(read[kind].flatMap(({ keys }) => keys))),
      "heap MiB": Number(median(read[kind].map(({ heap }) => heap)).toFixed(1)),
    };
  }
  await bench.stop();
  return rows as Record<Kind, Record<string, number>>;
}

test("lists of gates, and of experiments, as they grow", { timeout: 480_000 }, async () => {
  const more = await measure({
    gates: 1000,
    experiments: 200,
    lists: ["gates"],
    turns: 3,
    searches: ["987"],
  });
  const many = await measure({
    gates: 10_000,
    experiments: 2000,
    lists: kinds,
    turns: 7,
    searches: ["987", "654"],
  });
  console.table({
    "1,000 gates": more.gates,
    "10,000 gates": many.gates,
    "2,000 experiments": many.experiments,
  });
  expect.soft(more.gates["cold ms"]).toBeLessThanOrEqual(500);
  expect.soft(more.gates["Slow 4G cold ms"]).toBeLessThanOrEqual(3600);
  expect.soft(more.gates["Slow 4G warm ms"]).toBeLessThanOrEqual(2000);
  expect.soft(many.gates["start to content ms"]).toBeLessThanOrEqual(2000);
  expect.soft(many.gates["cold ms"]).toBeLessThanOrEqual(400);
  expect.soft(many.gates["Slow 4G cold ms"]).toBeLessThanOrEqual(4000);
  expect.soft(many.gates["a key to rows ms"]).toBeLessThanOrEqual(60);
  expect.soft(many.gates["heap MiB"]).toBeLessThanOrEqual(9);
  expect.soft(many.experiments["cold ms"]).toBeLessThanOrEqual(500);
  expect.soft(many.experiments["a key to rows ms"]).toBeLessThanOrEqual(60);
  for (const time of ["cold ms", "a key to rows ms"])
    expect.soft(many.experiments[time], `experiments, ${time}`).toBeLessThanOrEqual(many.gates[time] ?? 0);
  expect.soft(many.experiments["Slow 4G warm ms"]).toBeLessThanOrEqual(2000);
});
