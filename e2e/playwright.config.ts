import { defineConfig } from "@playwright/test";

/** The short journeys run last, so that at the end no worker waits long for another one's journey. */
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
  // Generous, because it does not slow down a passing test, and lets a busy machine finish.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: process.env["CI"] ? 2 : 0,
  reporter: [["list"]],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Recording costs a sixth of the time, so in CI only a retry is recorded.
    trace: process.env["CI"] ? "on-first-retry" : "retain-on-failure",
    viewport: { width: 1440, height: 900 },
  },
});
