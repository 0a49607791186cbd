// Loads over a real warehouse with an analysis of one statement: run one at a time, are shared if equal, are stopped at
// the engine, and are stored completely or not at all.
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Experiment } from "#contract/experiment.ts";
import { Metric } from "#contract/metric.ts";
import type { LoadPulseRequest } from "#contract/pulse-load-update.ts";
import type { MetricMeasurement } from "#service/analysis/plan/measurements.ts";
import type { Database } from "#service/database/database.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { activeWarehouse } from "#service/warehouse/active-warehouse.ts";
import { hasPostgres, openPrivatePostgres } from "#service/warehouse/private-postgres.test-support.ts";
import { bytesPassed, WarehouseError } from "#service/warehouse/statement.ts";
import { explainFailure } from "#service/warehouse-connections/explain-failure.ts";
import { readLoaded } from "#service/experiments/loaded-results.ts";
import type { MeasuredLoad, Measuring, WarehouseAnalysis } from "./load-analysis.ts";
import { runLoads } from "./run-loads.ts";
import { readLoads, readStatements } from "./stored-loads.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 10, 1);
let now = start + 10 * day + 1_234_567;
const secretsKey = randomBytes(32);

let postgres: Awaited<ReturnType<typeof openPrivatePostgres>>;
let database: Database;
let extra: object;
beforeAll(async () => {
  if (!hasPostgres) return;
  postgres = await openPrivatePostgres();
  await postgres.run(
    "create table orders as select n % 50 as unit, n as amount from generate_series(1, 20000) n",
  );
});
afterAll(() => postgres?.close());

const use = (settings: object, limits: object = {}) =>
  database.transaction(async (transaction) => {
    await transaction.query("delete from warehouse_connection");
    for (const [provider, stored] of [
      ["postgres", settings],
      ["use", { active: "postgres", limits }],
    ] as const)
      await transaction.query(
        "insert into warehouse_connection (provider, settings, secrets) values ($1, $2::jsonb, '{}'::jsonb)",
        [provider, JSON.stringify(stored)],
      );
  });

beforeEach(async () => {
  now = start + 10 * day + 1_234_567;
  database = await openTestDatabase();
  extra = {};
  if (hasPostgres) await use(postgres.settings);
});
afterEach(() => database.close());

const metrics = ["Orders", "Amount"].map((name) =>
  Metric.parse({ id: `${name}::sum`, name, type: "sum", directionality: "increase" }),
);
const subject = () => ({
  experiment: Experiment.parse({
    id: "trial",
    name: "Trial",
    status: "active",
    groups: ["a", "b"].map((id) => ({ id, name: id, size: 50 })),
    startTime: start,
    primaryMetrics: metrics.map(({ name, type }) => ({ name, type })),
    assignmentSourceName: "exposures",
    ...extra,
  }),
  metrics,
  now,
});

const sums = (n: number) => ({ n, meanX: 1, meanY: 0, squaresX: 1, squaresY: 0, products: 0, nonzero: 0 });
/** Sums of a metric in the form of a load, with the given number of units. */
const measuredOf = (measuring: Measuring, units: number, missing: string[] = []): MeasuredLoad => ({
  measurements: {
    assignment: { units: { a: units, b: units }, crossovers: 0 },
    metrics: Object.fromEntries(
      measuring.metrics.map(({ id }) => [
        id,
        {
          kind: "mean" as const,
          groups: { a: sums(units), b: sums(units) },
          slices: [],
        } satisfies MetricMeasurement,
      ]),
    ),
    loggedEvents: [],
  },
  counts: { exposures: units, withUnit: units, metricsWithData: measuring.metrics.map(({ id }) => id) },
  newUnits: [],
  timeSeries: {},
  missing,
});

const counting: WarehouseAnalysis["measure"] = async (measuring, run, onStage) => {
  onStage("Measuring in orders", 0.2);
  const { rows } = await run({ text: "select count(distinct unit) as units from orders", values: [] });
  return measuredOf(measuring, Number(rows[0]?.["units"]));
};
const sleeping: WarehouseAnalysis["measure"] = async (measuring, run) => {
  await run({ text: "select pg_sleep(60)", values: [] });
  return measuredOf(measuring, 1);
};

function loadsOf(measure: WarehouseAnalysis["measure"], owner = "here", on = database) {
  const warehouse = activeWarehouse(on, secretsKey);
  return runLoads({
    database: on,
    log: { warn: (line: unknown) => expect(line).toBeUndefined() },
    now: () => now,
    warehouse,
    analysis: {
      statements: async () => [],
      measure,
      obstacle: async ({ assignmentSourceName }) =>
        assignmentSourceName ? undefined : "The experiment has no assignment source.",
      onlyFull: async () => "Nothing can be staged",
    },
    explain: explainFailure(on, secretsKey),
    owner,
    loaded: async () => undefined,
  });
}

const full: LoadPulseRequest = { refresh: "full", turboMode: false };
const history = () => readLoads(database, "experiment_id = $1 order by number", ["trial"]);
const atEngine = (mark: string) =>
  postgres.run("select pid from pg_stat_activity where application_name like $1 and state = 'active'", [
    `%${mark}%`,
  ]);

describe.skipIf(!hasPostgres)("loads", () => {
  test("the sums are stored with the end, and the history says what was asked, by which id and how it is marked", async () => {
    const loads = loadsOf(counting);
    expect(await loads.start(subject(), full, "Aino")).toBe(1);
    await loads.settled();
    const [load] = await history();
    expect(load).toMatchObject({
      finishedState: "success",
      refresh: "full",
      startedBy: "Aino",
      provider: "postgres",
      windowStart: start,
      // Whole hours, so that all statements within an hour are equal.
      windowEnd: start + 10 * day,
    });
    const stored = await readLoaded(database, "trial", "summary", start);
    expect(stored?.result.measurements.assignment.units).toEqual({ a: 50, b: 50 });
    expect(await readStatements(database, "trial", [1])).toMatchObject([
      {
        sql: "select count(distinct unit) as units from orders",
        engineID: expect.stringMatching(/^\d+\./),
        cached: false,
      },
    ]);
  });

  test("alike requests share a load, another one is refused while it runs", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const loads = loadsOf(async (measuring, run, onStage) => {
      await held;
      return counting(measuring, run, onStage);
    });
    const numbers = await Promise.all([1, 2, 3].map(() => loads.start(subject(), full, "Aino")));
    expect(numbers).toEqual([1, 1, 1]);
    await expect(loads.start(subject(), { ...full, turboMode: true }, "Ben")).rejects.toThrow(
      "Another load of this experiment runs, begun by Aino. Wait for its end, or stop it.",
    );
    release();
    await loads.settled();
    expect(await loads.start(subject(), { ...full, turboMode: true }, "Ben")).toBe(2);
    await loads.settled();
    expect((await history()).map(({ finishedState }) => finishedState)).toEqual(["success", "success"]);
  });

  test("a load that is stopped is gone at the engine within 2 s, and nothing of it is stored", async () => {
    const loads = loadsOf(sleeping);
    await loads.start(subject(), full, "Aino");
    await expect.poll(() => atEngine("trial load 1")).toHaveLength(1);
    const [running] = await history();
    const began = performance.now();
    if (running) await loads.cancel(running, "Ben");
    expect(await atEngine("trial load 1")).toEqual([]);
    expect(performance.now() - began).toBeLessThan(2000);
    expect(await history()).toMatchObject([
      { finishedState: "cancelled", message: "Stopped by Ben. Nothing of it is stored." },
    ]);
    expect(await readLoaded(database, "trial", "summary", start)).toBeUndefined();
  });

  test("half an answer is not stored: after a failure the numbers of before are there", async () => {
    const good = loadsOf(counting);
    await good.start(subject(), full, "Aino");
    await good.settled();
    const bad = loadsOf(async (measuring, run) => {
      await run({ text: "select 1 as one", values: [] });
      await run({ text: "select nothing from orders", values: [] });
      return measuredOf(measuring, 7);
    });
    await bad.start(subject(), full, "Aino");
    await bad.settled();
    const [, failed] = await history();
    expect(failed).toMatchObject({ finishedState: "failure", said: expect.stringContaining("nothing") });
    const stored = await readLoaded(database, "trial", "summary", start);
    expect(stored).toMatchObject({
      loadNumber: 1,
      result: { measurements: { assignment: { units: { a: 50 } } } },
    });
  });

  test("what is missing makes a partial failure, whose other numbers are stored", async () => {
    const loads = loadsOf(async (measuring) =>
      measuredOf(measuring, 3, ["No source has the events of Amount."]),
    );
    await loads.start(subject(), full, "Aino");
    await loads.settled();
    expect(await history()).toMatchObject([
      { finishedState: "partial_failure", message: "No source has the events of Amount." },
    ]);
    expect(await readLoaded(database, "trial", "summary", start)).toBeDefined();
  });

  test("a load of one metric is put beside the others, over the same time", async () => {
    const loads = loadsOf(counting);
    await loads.start(subject(), full, "Aino");
    await loads.settled();
    now += 3 * day;
    const one: LoadPulseRequest = { refresh: "metric", turboMode: false, metricIDs: ["Amount::sum"] };
    const changed = loadsOf(async (measuring) => measuredOf(measuring, 60));
    await changed.start(subject(), one, "Aino");
    await changed.settled();
    const stored = await readLoaded(database, "trial", "summary", start);
    expect(stored).toMatchObject({ loadNumber: 2, windowEnd: start + 10 * day });
    const { metrics: measured = {} } = stored?.result.measurements ?? {};
    expect(Object.entries(measured).map(([id, { groups }]) => [id, groups["a"]?.n])).toEqual([
      ["Orders::sum", 50],
      ["Amount::sum", 60],
    ]);
    await expect(
      loads.start(subject(), { ...one, metricIDs: ["Nobody::sum"] }, "Aino"),
    ).rejects.toMatchObject({
      errors: [{ errorMessage: "The experiment has no metric 'Nobody::sum'" }],
    });
  });

  test("a statement that would read more than the limit is refused in words, and does not run", async () => {
    await use(postgres.settings, { bytesPerStatement: 100_000 });
    const loads = loadsOf(counting);
    await loads.start(subject(), full, "Aino");
    await loads.settled();
    const [load] = await history();
    expect(load?.message).toMatch(
      /^This would read about \d+ kB in one statement; the limit is 100 kB\. Narrow the dates/,
    );
    expect(await readStatements(database, "trial", [1])).toEqual([]);
  });

  test("a statement that was stopped at its limit says what it had read, the limit, and what to do", async () => {
    const loads = loadsOf(async () => {
      throw new WarehouseError("It had read 11 GB when it was stopped; the limit is 10 GB.", bytesPassed);
    });
    await loads.start(subject(), full, "Aino");
    await loads.settled();
    expect((await history())[0]?.message).toBe(
      "It had read 11 GB when it was stopped; the limit is 10 GB. Narrow the dates, or raise the limit on the page Warehouse.",
    );
  });

  test("a warehouse that is away is said in words, without a secret", async () => {
    await use({ ...postgres.settings, port: 1, password: "canary-77aa" });
    const loads = loadsOf(counting);
    await loads.start(subject(), full, "Aino");
    await loads.settled();
    expect(await history()).toMatchObject([
      {
        finishedState: "failure",
        message: "Nothing listens at this port of the host.",
        said: expect.stringContaining("ECONNREFUSED"),
      },
    ]);
  });

  test("what cannot be loaded is refused before anything begins", async () => {
    const loads = loadsOf(counting);
    await expect(loads.start(subject(), { ...full, refresh: "incremental" }, "A")).rejects.toMatchObject({
      errors: [{ property: "refresh", errorMessage: "Nothing can be staged" }],
    });
    await expect(
      loads.start(subject(), { refresh: "metric", metricIDs: ["Orders::sum"], turboMode: false }, "A"),
    ).rejects.toThrow("Nothing is loaded yet. Load all metrics first.");
    extra = { startTime: null, status: "setup" };
    await expect(loads.start(subject(), full, "A")).rejects.toThrow("Experiment has not yet started");
    extra = { assignmentSourceName: null };
    await expect(loads.start(subject(), full, "A")).rejects.toThrow(
      "The experiment has no assignment source.",
    );
    await database.query("delete from warehouse_connection");
    await expect(loads.start(subject(), full, "A")).rejects.toThrow("No warehouse is in use.");
    expect(await history()).toEqual([]);
  });
});
