import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
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
