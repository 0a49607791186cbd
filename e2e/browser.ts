// Finds a browser: CHROME_PATH, Playwright's own, a system Chrome or Chromium, or the one packaged for npm.
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
 * Disables the two popups of the address bar, which are never visible but which each journey's browser would load, for more
 * than a second of processor time. Only the last such argument counts, so Playwright's own list is repeated here.
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
  // The packaged browser brings its own libraries only if it believes it runs on this platform.
  process.env["AWS_EXECUTION_ENV"] ??= "AWS_Lambda_nodejs20.x";
  const packed = await import("@sparticuz/chromium").catch(() => undefined);
  if (!packed) throw new Error("No browser was found. Set CHROME_PATH to a Chrome or Chromium.");
  return { executablePath: await packed.default.executablePath(), args: [...packed.default.args, ...quiet] };
}
