// Finds a browser by itself: CHROME_PATH, Playwright's own, a system Chrome or Chromium, the one packed in npm.
import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "@playwright/test";

const systemPaths = [
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/snap/bin/chromium",
];

const quiet = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export async function findBrowser(): Promise<LaunchOptions> {
  const candidates = [process.env["CHROME_PATH"], chromium.executablePath(), ...systemPaths];
  const executablePath = candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
  if (executablePath) return { executablePath, args: quiet };
  // The packed browser brings its own libraries only when it believes to run on this platform.
  process.env["AWS_EXECUTION_ENV"] ??= "AWS_Lambda_nodejs20.x";
  const packed = await import("@sparticuz/chromium").catch(() => undefined);
  if (!packed) throw new Error("No browser was found. Set CHROME_PATH to a Chrome or Chromium.");
  return { executablePath: await packed.default.executablePath(), args: [...packed.default.args, ...quiet] };
}
