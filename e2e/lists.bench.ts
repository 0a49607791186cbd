// `npm run bench`: how soon the lists of gates and of experiments show their rows, also on a slow network, and answer a key of a search.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { afterAll, expect, test } from "vitest";
import { median, startConsole } from "./bench-console.ts";

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

type Kind = "gates" | "experiments";

function projectOf(kind: Kind, size: number) {
  const path = join(folder, `${size}-${kind}.json`);
  const project = kind === "gates" ? { gates: gatesOf(size) } : { experiments: experimentsOf(size) };
  writeFileSync(path, JSON.stringify(project));
  return path;
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

/** As the developer tools of Chromium define it: ms, and bytes a second. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/** ms until a row is in view. */
async function rowsAfter(page: Page, open: () => Promise<unknown>) {
  const started = performance.now();
  await open();
  await page.locator("tbody a").first().waitFor();
  return Math.round(performance.now() - started);
}

/** ms from each key until other rows are drawn. */
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

async function measure(size: number, kind: Kind = "gates", keys = ["987", "654"]) {
  const bench = await startConsole({ imports: [["project", projectOf(kind, size)]] });
  const { address, key } = bench;
  const browser = bench.page.context().browser();
  if (!browser) throw new Error("There is no browser");
  const list = `${address}/demo/${kind}`;
  const opened = async (network?: typeof slow4G) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    if (network) await session.send("Network.emulateNetworkConditions", network);
    const cold = await rowsAfter(page, () => page.goto(`${list}#key=${key}`, { waitUntil: "commit" }));
    await page.waitForTimeout(1000);
    const warm = await rowsAfter(page, () => page.reload({ waitUntil: "commit" }));
    return { page, session, cold, warm };
  };
  const slow = await opened(slow4G);
  await slow.page.context().close();
  const colds: number[] = [];
  for (let run = 0; run < 2; run += 1) {
    const { page: first, cold } = await opened();
    colds.push(cold);
    await first.context().close();
  }
  const { page, session, cold, warm } = await opened();
  await page.waitForTimeout(1000);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const field = page.getByRole("searchbox");
  await field.focus();
  const times: number[] = [];
  for (const typed of keys) {
    await field.fill("");
    await page.waitForTimeout(300);
    times.push(...(await keysToRows(page, typed)));
  }
  await bench.stop();
  return {
    "start to content ms": bench.firstContent,
    "cold ms": median([...colds, cold]),
    "warm ms": warm,
    "Slow 4G cold ms": slow.cold,
    "Slow 4G warm ms": slow.warm,
    "a key to rows ms": Math.round(median(times)),
    "heap MiB": Number((usedSize / 1024 ** 2).toFixed(1)),
  };
}

test("lists of 1,000 and of 10,000 gates", { timeout: 240_000 }, async () => {
  const [few, many] = [await measure(1000), await measure(10_000)];
  console.table({ "1,000 gates": few, "10,000 gates": many });
  expect.soft(few["cold ms"]).toBeLessThanOrEqual(500);
  expect.soft(few["Slow 4G cold ms"]).toBeLessThanOrEqual(3600);
  expect.soft(few["Slow 4G warm ms"]).toBeLessThanOrEqual(2000);
  expect.soft(many["start to content ms"]).toBeLessThanOrEqual(2000);
  expect.soft(many["cold ms"]).toBeLessThanOrEqual(400);
  expect.soft(many["Slow 4G cold ms"]).toBeLessThanOrEqual(4000);
  expect.soft(many["a key to rows ms"]).toBeLessThanOrEqual(60);
  expect.soft(many["heap MiB"]).toBeLessThanOrEqual(9);
});

test("lists of 20, 200 and 2,000 experiments", { timeout: 240_000 }, async () => {
  const few = await measure(20, "experiments", ["1", "2"]);
  const [more, many] = [await measure(200, "experiments"), await measure(2000, "experiments")];
  console.table({ "20 experiments": few, "200 experiments": more, "2,000 experiments": many });
  expect.soft(many["cold ms"]).toBeLessThanOrEqual(500);
  expect.soft(many["Slow 4G warm ms"]).toBeLessThanOrEqual(2000);
  expect.soft(many["a key to rows ms"]).toBeLessThanOrEqual(60);
});
