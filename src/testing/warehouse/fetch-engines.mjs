// Downloads the engines of the warehouse tests from their registries, at the versions named here, into the user's cache folder, unless
// they are there already. Prints a line for each that is not available. Plain JavaScript, so that Node needs no build to run it.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "assay-engines");
const fetchMs = 20 * 60_000;

/** Runs a command; rejects with its output if it fails. */
const run = (command, ...args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], timeout: fetchMs });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    child.on("error", () => reject(new Error(`there is no ${command}`)));
    child.on("close", (code) => {
      if (code === 0) return resolve();
      const lines = said.trim().split("\n");
      const reason = lines.find((line) => /error/i.test(line)) ?? lines.at(-1);
      return reject(new Error(`${command}: ${reason.slice(0, 200)}`));
    });
  });

/** Finds a Java of one of the given versions, newest first. */
function java(from, to) {
  const folder = "/usr/lib/jvm";
  const installed = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const found = [process.env.JAVA_HOME, ...installed].flatMap((home) => {
    const release = home && join(home, "release");
    if (!release || !existsSync(release) || !existsSync(join(home, "bin/java"))) return [];
    const version = Number(/JAVA_VERSION="(\d+)/.exec(readFileSync(release, "utf8"))?.[1]);
    return version >= from && version <= to ? [{ home, version }] : [];
  });
  const [newest] = found.sort((a, b) => b.version - a.version);
  if (!newest) throw new Error(`there is no Java from ${from} to ${to}`);
  return newest.home;
}

/** Fills a folder under a temporary name first, so that an existing folder is always complete. */
async function once(name, fill) {
  const [folder, part] = [join(cache, name), join(cache, `${name}.part`)];
  if (existsSync(folder)) return folder;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  await fill(part);
  renameSync(part, folder);
  return folder;
}

async function python(name, ...packages) {
  const folder = await once(name, async (part) => {
    await run("python3", "-m", "venv", part);
    await run(join(part, "bin/python"), "-m", "pip", "install", "--quiet", "--no-compile", ...packages);
  });
  return join(folder, "bin/python");
}

const engines = {
  trino: async () => {
    const home = java(25, 99);
    const jars = await once("trino-483", (part) =>
      run(
        "mvn",
        "--batch-mode",
        "--quiet",
        "-Dmaven.artifact.threads=16",
        "-f",
        join(here, "trino/pom.xml"),
        "dependency:copy-dependencies",
        "-DincludeScope=runtime",
        `-DoutputDirectory=${part}`,
      ),
    );
    return { java: home, jars };
  },
  spark: async () => ({ java: java(17, 21), python: await python("spark-4.0.1", "pyspark==4.0.1") }),
  fakesnow: async () => ({
    python: await python("fakesnow-0.12.1", "fakesnow==0.12.1", "snowflake-connector-python==4.8.1"),
  }),
  bqemulator: async () => ({ python: await python("bqemulator-1.4.0", "bqemulator==1.4.0", "numpy==2.3.5") }),
  postgres: async () => {
    const folder = "/usr/lib/postgresql";
    const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
    if (!versions[0]) throw new Error("there is no PostgreSQL server");
    return { bin: join(folder, versions[0], "bin") };
  },
};

const labels = {
  trino: "Trino 483",
  spark: "Spark 4.0.1",
  fakesnow: "fakesnow 0.12.1 for Snowflake",
  bqemulator: "bqemulator 1.4.0 for BigQuery",
  postgres: "PostgreSQL",
};

mkdirSync(cache, { recursive: true });
const found = {};
await Promise.all(
  Object.entries(engines).map(async ([name, fetchEngine]) => {
    try {
      found[name] = await fetchEngine();
    } catch (error) {
      found[name] = { missing: error.message };
      console.log(`${labels[name]} is skipped: ${error.message}.`);
    }
  }),
);
writeFileSync(join(cache, "found.json"), JSON.stringify(found));
