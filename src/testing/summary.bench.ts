// Time and memory of an experiment's results in the built service with a database file, compared with the same sums in plain
// SQL, and the effect on other readers. Prints tables; asserts the limits.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "#service/database/open-database.ts";
import { startService, type AttackedService } from "./attacked-service.ts";
import { largeWindow, storeCampaign, storeLargeExperiments } from "./large-experiments.ts";
import { plainSums } from "./plain-sums.ts";

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function filledFolder(store: (dataDir: string) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-summary-"));
  ended.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  await store(dataDir);
  return dataDir;
}

/** Each service has its own copy, because a service keeps the results that it has computed. */
const copyOf = (folder: string) =>
  filledFolder(async (dataDir) => cpSync(folder, dataDir, { recursive: true }));

async function start(dataDir: string) {
  const service = await startService({ DATA_DIR: dataDir });
  ended.push(() => service.end("SIGKILL"));
  // The first request of a process takes longer. Not a list of experiments, which would compute their results at once.
  await read(service, "/console/v1/gates?limit=25");
  return service;
}

/** ms that an answer takes. */
async function read(service: AttackedService, path: string, expected = "") {
  const before = performance.now();
  const { status, text } = await service.send("GET", path);
  if (status !== 200 || !text.includes(expected)) throw new Error(text.slice(0, 500));
  return performance.now() - before;
}

const ofProcess = (service: AttackedService, file: string) => {
  const path = `/proc/${service.pid()}/${file}`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};
/** Processor time on all cores used by the service so far, in ms; Linux only, in steps of 10 ms. */
const work = (service: AttackedService) => {
  const fields = ofProcess(service, "stat").split(" ");
  return 10 * (Number(fields[13]) + Number(fields[14]));
};
/** Peak memory of the service in MB, including the engine's; Linux only. */
const peak = (service: AttackedService) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(ofProcess(service, "status"))?.[1]) / 1024);

const quantile = (times: number[], share: number) =>
  Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0);

const pathOf = (experiment: string) => `/console/v1/experiments/${experiment}/summary_charts?test=*`;

/** First and repeated summary of an experiment, in ms; the repeated one is the median of nine. */
async function summary(service: AttackedService, experiment: string) {
  const path = pathOf(experiment);
  const before = work(service);
  const first = await read(service, path, '"pValue"');
  const firstWork = work(service) - before;
  const repeated: number[] = [];
  for (let run = 0; run < 9; run += 1) repeated.push(await read(service, path, '"pValue"'));
  return {
    "first ms": Math.round(first),
    "first CPU ms": firstWork,
    "repeated ms": quantile(repeated, 0.5),
    "peak MB": peak(service),
  };
}

test("a campaign: 64 000 units, 3 groups, 3 metrics, 4 dimensions, on five fresh services", async () => {
  const runs = [];
  const filled = await filledFolder(storeCampaign);
  for (let run = 0; run < 5; run += 1) {
    const service = await start(await copyOf(filled));
    runs.push(await summary(service, "campaign"));
    await service.end("SIGTERM");
  }
  runs.sort((a, b) => a["first ms"] - b["first ms"]);
  console.table(runs);
  expect(runs[2]?.["first ms"]).toBeLessThanOrEqual(300);
  expect(runs[2]?.["repeated ms"]).toBeLessThanOrEqual(30);
});

/** Times in ms of small requests, one at a time until `isOver`. */
async function whileWaiting(service: AttackedService, isOver: () => boolean) {
  const { text } = await service.send("POST", "/console/v1/gates", { name: "Probe" });
  const id = /"id":"([^"]+)"/.exec(text)?.[1];
  const paths = ["/healthz", `/console/v1/gates/${id}`, "/console/v1/gates?limit=25"];
  const times: number[] = [];
  while (!isOver())
    for (const path of paths) {
      times.push(await read(service, path));
      await wait(5);
    }
  return times;
}

/** The same sums in plain SQL: elapsed ms, and processor time on all cores. */
async function plain(dataDir: string, third: "device" | "channel") {
  const database = await openDatabase({ dataDir });
  const { start, end } = largeWindow;
  const [before, processBefore] = [performance.now(), process.cpuUsage()];
  await database.snapshot(
    (snapshot) => snapshot.query(plainSums(`by-${third}`, start, end, third)),
    new AbortController().signal,
  );
  const { user, system } = process.cpuUsage(processBefore);
  const ms = performance.now() - before;
  await database.close();
  return { ms, work: (user + system) / 1000 };
}

/** Both experiments of one log, one after the other on a service without other requests; then in plain SQL, and beside small requests. */
async function largeSummaries(units: number) {
  const dataDir = await filledFolder((folder) => storeLargeExperiments(folder, units));
  const quiet = await start(await copyOf(dataDir));
  const ours = {
    device: await summary(quiet, "by-device"),
    channel: await summary(quiet, "by-channel"),
  };
  await quiet.end("SIGTERM");
  const busy = await start(await copyOf(dataDir));
  let isOver = false;
  const others = whileWaiting(busy, () => isOver);
  for (const third of ["device", "channel"]) await read(busy, pathOf(`by-${third}`), '"pValue"');
  isOver = true;
  const times = await others;
  await busy.end("SIGTERM");
  const row = async (third: "device" | "channel") => {
    const { ms, work } = await plain(dataDir, third);
    return {
      ...ours[third],
      "plain ms": Math.round(ms),
      "plain CPU ms": Math.round(work),
      "CPU to plain": Number((ours[third]["first CPU ms"] / work).toFixed(2)),
    };
  };
  const rows = { device: await row("device"), channel: await row("channel") };
  rmSync(dataDir, { recursive: true, force: true });
  return {
    rows,
    others: { requests: times.length, "p50 ms": quantile(times, 0.5), "p99 ms": quantile(times, 0.99) },
  };
}

const sizes = [10_000, 100_000, 1_000_000];

test(
  "50 metrics with a covariate, 20 events a unit, 3 dimensions, at three sizes",
  { timeout: 900_000 },
  async () => {
    const measured: Awaited<ReturnType<typeof largeSummaries>>[] = [];
    for (const units of sizes) measured.push(await largeSummaries(units));
    for (const third of ["device", "channel"] as const) {
      console.log(`by country, tier and ${third}${third === "channel" ? ", which is of the events" : ""}`);
      const growth = (place: number) =>
        Math.log10(
          (measured[place]?.rows[third]["first CPU ms"] ?? Number.NaN) /
            (measured[place - 1]?.rows[third]["first CPU ms"] ?? Number.NaN),
        );
      const row = (place: number) => ({
        ...measured[place]?.rows[third],
        "CPU exponent": Number(growth(place).toFixed(2)),
      });
      console.table(Object.fromEntries(sizes.map((units, place) => [`${units} units`, row(place)])));
      expect.soft(growth(2)).toBeLessThanOrEqual(1);
    }
    console.log("small requests meanwhile");
    console.table(Object.fromEntries(measured.map(({ others }, place) => [`${sizes[place]} units`, others])));
    const largest = measured.at(-1);
    expect.soft(largest?.others["p99 ms"]).toBeLessThanOrEqual(200);
    for (const row of Object.values(largest?.rows ?? {})) {
      expect.soft(row["first ms"]).toBeLessThanOrEqual(8000);
      expect.soft(row["CPU to plain"]).toBeLessThanOrEqual(1.3);
      expect.soft(row["repeated ms"]).toBeLessThanOrEqual(30);
      if (!Number.isNaN(row["peak MB"])) expect.soft(row["peak MB"]).toBeLessThanOrEqual(1024);
    }
  },
);
