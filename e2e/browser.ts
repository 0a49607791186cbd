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

/**
 * The two lists under the address bar, which nobody sees: for each journey a whole browser loads them, more than a second of a processor.
 * Only the last such argument holds, so that what Playwright turns off stands here again.
 */
const withoutParts = `--disable-features=${[
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
].join()}`;

export async function findBrowser(): Promise<LaunchOptions> {
  const candidates = [process.env["CHROME_PATH"], chromium.executablePath(), ...systemPaths];
  const executablePath = candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
  if (executablePath) return { executablePath, args: [...quiet, withoutParts] };
  // The packed browser brings its own libraries only when it believes to run on this platform.
  process.env["AWS_EXECUTION_ENV"] ??= "AWS_Lambda_nodejs20.x";
  const packed = await import("@sparticuz/chromium").catch(() => undefined);
  if (!packed) throw new Error("No browser was found. Set CHROME_PATH to a Chrome or Chromium.");
  return { executablePath: await packed.default.executablePath(), args: [...packed.default.args, ...quiet] };
}
