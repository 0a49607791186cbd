// Before the warehouse tests: the engines that can be had are there, and a line says of each other why it is not.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export function setup(): void {
  const script = join(dirname(fileURLToPath(import.meta.url)), "fetch-engines.mjs");
  execFileSync(process.execPath, [script], { stdio: "inherit" });
}
