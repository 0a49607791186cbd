// Runs before the warehouse tests: downloads the engines that are available, and prints why the others are not.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export function setup(): void {
  const script = join(dirname(fileURLToPath(import.meta.url)), "fetch-engines.mjs");
  execFileSync(process.execPath, [script], { stdio: "inherit" });
}
