import { defineConfig } from "@playwright/test";

/** They come last, so that no worker waits long for the end of another one's journey. */
const short = ["plan", "plot", "plot-colours", "print", "ramp", "service"].map((name) => `${name}.e2e.ts`);

export default defineConfig({
  testDir: ".",
  projects: [
    { name: "journeys", testMatch: "*.e2e.ts", testIgnore: short },
    { name: "short", testMatch: short },
  ],
  globalSetup: "./demo-data.ts",
  outputDir: "../test-results",
  workers: 2,
  fullyParallel: true,
  // A test that passes is as fast as ever; a slow machine shared with others only gets to the end.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: process.env["CI"] ? 2 : 0,
  reporter: [["list"]],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Recording costs a sixth of the time, so that only a second go is recorded.
    trace: process.env["CI"] ? "on-first-retry" : "retain-on-failure",
    viewport: { width: 1440, height: 900 },
  },
});
