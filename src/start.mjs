// Builds what is missing or older than its sources, then runs one command of the service. Plain JavaScript, so that Node needs
// no build to run it.
import { fork } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compressConsole } from "./compress-console.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, "dist", "built");
const sources = ["src", "public", "index.html", "package-lock.json", "vite.config.ts"];

/** Modification time of the newest file below a path in ms, excluding tests. */
function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return /\.(test|test-support)\.tsx?$/.test(path) ? 0 : found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const isOld = () =>
  !existsSync(stamp) ||
  Math.max(...sources.map((name) => newest(join(root, name)))) > statSync(stamp).mtimeMs;

/** Builds the service and then the console; sends a message to the parent process as each is finished. */
async function build() {
  const started = Date.now();
  console.error("Building the console and the service …");
  const { createBuilder } = await import("vite");
  const builder = await createBuilder({ root, logLevel: "warn" });
  const { service, ...others } = builder.environments;
  await builder.build(service);
  process.send?.("service");
  for (const one of Object.values(others)) await builder.build(one);
  writeFileSync(stamp, "");
  // A file saved during the build must count as newer than its result.
  utimesSync(stamp, started / 1000, started / 1000);
  console.error(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  process.send?.("console");
}

/** Builds in a child process: this one continues as soon as the service is built, and both cores are used. */
function buildBeside() {
  const builder = fork(fileURLToPath(import.meta.url), ["--build"], { execArgv: [] });
  const until = (part) =>
    new Promise((resolve, reject) => {
      builder.on("message", (built) => built === part && resolve());
      builder.on("exit", (code) => code === 0 || reject(new Error(`The ${part} could not be built`)));
    });
  return { serviceBuilt: until("service"), consoleBuilt: until("console") };
}

const [command = "main", ...rest] = process.argv.slice(2);
const compress = () => compressConsole(join(root, "dist", "console"));
if (command === "--build") {
  process.on("disconnect", () => process.exit());
  if (isOld()) await build();
  if (process.connected) process.disconnect();
  else await compress();
} else {
  const built = isOld() ? buildBeside() : undefined;
  // The database is opened and the demo generated while the console is still being built.
  await (command === "main" ? built?.serviceBuilt : built?.consoleBuilt);
  process.argv.splice(2, process.argv.length, ...rest);
  const { run } = await import(pathToFileURL(join(root, "dist", "service", `${command}.js`)).href);
  // Until compression is done, the files are served uncompressed.
  if (await run?.(built?.consoleBuilt))
    compress().catch((error) => console.error(`The console is served uncompressed: ${error.message}`));
}
