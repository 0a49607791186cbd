// A fresh service and database per worker, a signed-in page, and the checks that every journey makes.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Browser, type Page } from "@playwright/test";
import axe from "axe-core";
import { findBrowser } from "./browser.ts";
import { watchShifts } from "./layout-shift.ts";

export const apiKey = "journey-key-0123456789abcdef";

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });

/** A running service with its own data folder; if the folder is empty, the demo project is generated in it. */
export class Service {
  readonly dataDir = mkdtempSync(join(tmpdir(), "assay-journey-"));
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;

  constructor(port: number, settings: Readonly<Record<string, string>> = {}) {
    this.port = port;
    this.settings = settings;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async start() {
    this.#process = spawn(process.execPath, ["dist/service/main.js"], {
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        CONSOLE_API_KEY: apiKey,
        RATE_LIMIT: "off",
        ...this.settings,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await expect.poll(() => this.isReady(), { timeout: 120_000, intervals: [100] }).toBe(true);
  }

  isReady = () =>
    fetch(`${this.url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );

  /** Kills the process at once, as a crash would. */
  async kill(signal: NodeJS.Signals = "SIGKILL") {
    const running = this.#process;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill(signal);
    await ended;
  }

  /** Runs a key command and returns its output; the service must not be running. */
  keys(...command: string[]): string {
    return execFileSync(process.execPath, ["dist/service/keys.js", ...command], {
      encoding: "utf8",
      env: { ...process.env, DATA_DIR: this.dataDir },
    });
  }

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/console/v1${path}`, {
      method,
      headers: { "SERVICE-API-KEY": apiKey, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  /** Returns the stored entity at an address as text, without the number of checks per hour, which changes on its own. */
  async stored(path: string): Promise<string> {
    return JSON.stringify(await this.call("GET", path)).replace(/"checksPerHour":\d+/, "");
  }

  async remove() {
    await this.kill("SIGTERM");
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** The dark theme is checked only by the rules whose result depends on the theme; all others give the same result in both. */
const rules: Readonly<Record<"light" | "dark", axe.RunOnly>> = {
  light: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"] },
  dark: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/**
 * Expects no axe violation in either theme. The page is scrolled to the top, because a button half covered by the top bar
 * would count as too small.
 */
export async function expectAccessible(page: Page) {
  const scrolled = await page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 0));
  // Injected only once per page load, because parsing axe takes as long as many of its rules.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The code editor hears of the other theme in the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    const run = JSON.stringify({ runOnly: rules[colorScheme], resultTypes: ["violations"] });
    const { violations } = await page.evaluate<Pick<axe.AxeResults, "violations">>(
      `axe.run(document, ${run}).then(({ violations }) => ({ violations }))`,
    );
    const found = violations.map(
      ({ id, nodes }) =>
        `${colorScheme}: ${id}: ${nodes.map(({ target, any }) => `${target.join(" ")} (${any[0]?.message})`).join(", ")}`,
    );
    expect(found).toEqual([]);
  }
  await page.evaluate((top) => scrollTo(0, top), scrolled);
}

export const test = base.extend<{ signedIn: Page }, { service: Service; browser: Browser }>({
  browser: [
    async ({ playwright }, provide) => {
      const browser = await playwright.chromium.launch(await findBrowser());
      await provide(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, provide) => {
      const service = new Service(await freePort());
      // The demo data generated once by demo-data.ts.
      cpSync(process.env["DEMO_DATA"] ?? "", service.dataDir, { recursive: true });
      await service.start();
      await provide(service);
      await service.remove();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  context: async ({ context }, provide) => {
    const shifts = await watchShifts(context);
    await provide(context);
    expect(shifts, "What stands on a page does not move by itself").toEqual([]);
  },
  signedIn: async ({ page, service }, provide) => {
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    page.on("console", (message) => {
      // The browser itself logs refused requests, which journeys provoke on purpose.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== service.url) elsewhere.push(request.url());
    });
    await page.goto(`${service.url}/demo/gates#key=${apiKey}`);
    await expect(page.getByRole("heading", { level: 1, name: "Gates" })).toBeVisible();
    await provide(page);
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  },
});

export { expect };
