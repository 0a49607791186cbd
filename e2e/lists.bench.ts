// `npm run bench`: how soon the list of 1,000 and of 10,000 gates shows its rows, also on a slow network, and answers a key of a search.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { afterAll, expect, test } from "vitest";
import { median, startConsole } from "./bench-console.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-lists-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function projectOf(size: number) {
  const gates = Array.from({ length: size }, (_, index) => ({
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
  const path = join(folder, `${size}.json`);
  writeFileSync(path, JSON.stringify({ gates }));
  return path;
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

async function measure(size: number) {
  const bench = await startConsole({ imports: [["project", projectOf(size)]] });
  const { address, key } = bench;
  const browser = bench.page.context().browser();
  if (!browser) throw new Error("There is no browser");
  const list = `${address}/demo/gates`;
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
  const keys = await keysToRows(page, "987");
  await field.fill("");
  await page.waitForTimeout(300);
  keys.push(...(await keysToRows(page, "654")));
  await bench.stop();
  return {
    "start to content ms": bench.firstContent,
    "cold ms": median([...colds, cold]),
    "warm ms": warm,
    "Slow 4G cold ms": slow.cold,
    "Slow 4G warm ms": slow.warm,
    "a key to rows ms": Math.round(median(keys)),
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
