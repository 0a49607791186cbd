// Starts the built console on its own service, in a real browser that records long tasks. For benchmarks and attack tests;
// measures nothing itself.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import type { Database } from "#service/database/database.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { findBrowser } from "./browser.ts";

export interface BenchConsole {
  address: string;
  key: string;
  page: Page;
  /** ms from the start of the service, on its existing data, to the first content of the console. */
  firstContent: number;
  stop: () => Promise<void>;
}

interface Data {
  /** Arguments of `npm run import` commands. */
  imports?: readonly string[][];
  /** Stores data that no import can, after the imports. */
  fill?: (database: Database) => Promise<void>;
}

/** Starts the console on these data, which are stored before the service starts; without any it has the demo's. */
export async function startConsole({ imports = [], fill }: Data = {}): Promise<BenchConsole> {
  const key = `bench-${randomBytes(12).toString("hex")}`;
  const dataDir = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const port = 24_000 + (process.pid % 20_000);
  const address = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    CONSOLE_API_KEY: key,
    RATE_LIMIT: "off",
  };
  for (const words of imports) {
    const { status, stderr } = spawnSync(process.execPath, ["dist/service/import.js", ...words], { env });
    if (status !== 0) throw new Error(stderr.toString());
  }
  if (fill) {
    const database = await openDatabase({ dataDir });
    await fill(database);
    await database.close();
  }
  const browser = await chromium.launch(await findBrowser());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: "longtask" });
  });
  const started = performance.now();
  const service = spawn(process.execPath, ["dist/service/main.js"], { env, stdio: "ignore" });
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 20));
  await page.goto(`${address}/#key=${key}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const firstContent = Math.round(performance.now() - started);
  return {
    address,
    key,
    page,
    firstContent,
    stop: async () => {
      await browser.close();
      service.kill("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/** Returns the durations in ms of all tasks longer than 50 ms during `work`, and for `after` ms from its end. */
export async function longTasksDuring(page: Page, work: () => Promise<void>, after = 800): Promise<number[]> {
  await page.evaluate(() =>
    Object.assign(globalThis, { tasksBefore: Reflect.get(globalThis, "longTasks").length }),
  );
  await work();
  await page.waitForTimeout(after);
  return page.evaluate(() =>
    Reflect.get(globalThis, "longTasks").slice(Reflect.get(globalThis, "tasksBefore")),
  );
}

/** Returns the ms from each keystroke until the next frame is drawn. */
export async function keyTimes(page: Page, keys: string): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { keyTimes: times });
    addEventListener(
      "keydown",
      () => {
        const pressed = performance.now();
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - pressed)));
      },
      true,
    );
  });
  for (const letter of keys) {
    await page.keyboard.press(letter);
    await page.waitForTimeout(100);
  }
  return page.evaluate(() => Reflect.get(globalThis, "keyTimes"));
}

export const keystrokes = async (page: Page, keys: string) => median(await keyTimes(page, keys));
