// The service is killed while its statements run at the warehouse: the next process stops them there and reports it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#service/database/open-database.ts";
import { activeWarehouse } from "#service/warehouse/active-warehouse.ts";
import { hasPostgres, openPrivatePostgres } from "#service/warehouse/private-postgres.test-support.ts";
import { runningStatements } from "#service/warehouse/running-statements.ts";
import { loadOrphans } from "./load-orphans.ts";
import { readLoads } from "./stored-loads.ts";

let postgres: Awaited<ReturnType<typeof openPrivatePostgres>>;
let dataDir: string;
beforeAll(async () => {
  if (!hasPostgres) return;
  dataDir = mkdtempSync(join(tmpdir(), "assay-orphans-"));
  postgres = await openPrivatePostgres();
});
afterAll(async () => {
  if (!hasPostgres) return;
  await postgres.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a load of one long statement and the reading of a page, and reports when both are running and stored. */
const service = `
  import { runnerImport } from "vite";
  const load = async (file) => (await runnerImport("./src/service/" + file, { configFile: false })).module;
  const { openDatabase } = await load("database/open-database.ts");
  const { postgresClient } = await load("warehouse/postgres-client.ts");
  const { runStatement } = await load("warehouse/run-statement.ts");
  const { runningStatements } = await load("warehouse/running-statements.ts");
  const { runLoads } = await load("experiments/loads/run-loads.ts");
  const database = await openDatabase({ dataDir: process.env.DATA_DIR });
  const store = (provider, settings) =>
    database.query("insert into warehouse_connection (provider, settings, secrets) values ($1, $2::jsonb, '{}'::jsonb)", [provider, settings]);
  await store("postgres", process.env.WAREHOUSE);
  await store("use", JSON.stringify({ active: "postgres" }));
  const { noted } = runningStatements({ database, now: Date.now, owner: "killed" });
  const client = noted(postgresClient(JSON.parse(process.env.WAREHOUSE)), "postgres");
  const warehouse = {
    provider: "postgres", limits: { bytesPerStatement: 1e12, bytesPerDay: 1e12 },
    run: (question, watch) => runStatement(client, { ...question, deadline: Date.now() + 120_000 }, watch),
  };
  const loads = runLoads({
    database, log: console, now: Date.now, warehouse: async () => warehouse, owner: "killed", loaded: async () => {},
    explain: async () => ({ sentence: "", said: "", isAway: false }),
    analysis: {
      statements: async () => [], obstacle: async () => undefined, onlyFull: async () => undefined,
      measure: (_measuring, run) => run({ text: "select pg_sleep(120)", values: [] }),
    },
  });
  const experiment = { id: "trial", name: "trial", status: "active", groups: [], startTime: Date.now() - 1e8, assignmentSourceName: "exposures" };
  const page = { text: "select pg_sleep(121)", values: [], tag: "assay events" };
  await new Promise((submitted) => void warehouse.run(page, { submitted }));
  await loads.start({ experiment, metrics: [], now: Date.now() }, { refresh: "full", turboMode: false }, "Aino");
  for (;;) {
    const stored = await database.query("select engine_id from pulse_statement");
    if (stored.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  console.log("running");
`;

const atEngine = () =>
  postgres.run(
    "select 1 from pg_stat_activity where query like 'select pg_sleep(12%' and state = 'active' order by query",
  );

test.skipIf(!hasPostgres)(
  "after kill -9 statements of loads and pages go on at the engine, until the next service starts",
  async () => {
    const running = spawn(process.execPath, ["--input-type=module", "--eval", service], {
      env: { ...process.env, DATA_DIR: dataDir, WAREHOUSE: JSON.stringify(postgres.settings) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: running.stdout })) {
      expect(line).toBe("running");
      running.kill("SIGKILL");
    }
    await expect.poll(atEngine).toHaveLength(2);
    const database = await openDatabase({ dataDir });
    try {
      const next = { database, now: Date.now, owner: "next" };
      const { noted, stopLeft } = runningStatements(next);
      await loadOrphans(next)();
      await stopLeft(activeWarehouse(database, Buffer.alloc(32), { noted }));
      expect(await atEngine()).toEqual([]);
      expect(await readLoads(database, "true", [])).toMatchObject([
        {
          finishedState: "failure",
          message: "The service stopped while it ran. Its statements are stopped; load again.",
        },
      ]);
      expect(await database.query("select 1 from warehouse_statement")).toEqual([]);
    } finally {
      await database.close();
    }
  },
);
