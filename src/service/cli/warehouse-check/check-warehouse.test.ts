// Tests the warehouse check with a settings file on a real PostgreSQL, if available, and with invalid files.
import { Client } from "pg";
import { expect, test } from "vitest";
import { SourcePreview } from "#contract/source-preview.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { checkWarehouse } from "./check-warehouse.ts";
import { readCommand } from "./command-line.ts";
import { storeGiven, variableOf } from "./given-settings.ts";
import { reportOf } from "./report.ts";

const canary = "canary-7f3a9";

test("a command names a file or nothing", () => {
  expect(readCommand([])).toEqual({ file: undefined, isRun: false });
  expect(readCommand(["--file", "a.json", "--run"])).toEqual({ file: "a.json", isRun: true });
  expect(() => readCommand(["postgres"])).toThrow(/^Usage/);
  expect(() => readCommand(["--password", "x"])).toThrow();
  expect(variableOf("privateKey")).toBe("WAREHOUSE_PRIVATE_KEY");
});

test("a file with a secret in it, or with what is no setting, is not taken", async () => {
  const database = await openDatabase({ memory: true });
  const given = (settings: object) =>
    storeGiven(database, JSON.stringify({ provider: "postgres", settings }), {});
  await expect(given({ password: canary })).rejects.toThrow(
    "'password' is a secret and belongs into WAREHOUSE_PASSWORD, not into the file.",
  );
  await expect(given({ hostname: "db" })).rejects.toThrow(/hostname/);
  await database.close();
});

test("the first line of a report says what failed, and what was looked at", () => {
  const preview = SourcePreview.parse({
    columns: [],
    detected: {},
    rows: [],
    checks: [],
    statements: 1,
    ms: 1,
  });
  const passed = { name: "Sign-in", state: "passed" };
  const checked = {
    provider: "Trino",
    time: 0,
    doctor: [passed, { name: "Clock", state: "skipped" }],
    sources: [{ kind: "metric_source" as const, name: "Events", preview }],
    load: undefined,
    failed: [],
    clean: (text: string) => text,
  };
  expect(reportOf(checked).split("\n")[2]).toBe(
    "Nothing failed. Steps of the doctor: 1 passed, 1 skipped. Sources looked at: 1. Load: none.",
  );
  const load = { groups: 2, statements: 0, characters: 0, estimatedBytes: null, failure: "It is gone." };
  expect(reportOf({ ...checked, load, failed: ["source Events", "load"] }).split("\n")[2]).toBe(
    "Failed: source Events, load. Steps of the doctor: 1 passed, 1 skipped. Sources looked at: 1. Load: failed.",
  );
});

const server = process.env["TEST_DATABASE_URL"];
test.skipIf(!server)("the report has numbers of each source and of a load, and no secret", async () => {
  const url = new URL(server ?? "");
  const schema = `checked_${process.pid}`;
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create schema ${schema};
    create table ${schema}.seen as select 'u' || i as user_id, now() - i * interval '1 hour' as at, 'cart' as experiment,
      case when i % 2 = 0 then 'control' else '${canary}' end as variant from generate_series(1, 40) i;
    create table ${schema}.events as select 'u' || i as user_id, now() - i * interval '1 minute' as at, 'buy' as event from generate_series(1, 40) i`);
  const idTypeMapping = [{ statsigUnitID: "userID", column: "user_id" }];
  const source = { sourceType: "table", timestampColumn: "at", idTypeMapping };
  const settings = {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    useTls: false,
    schema,
  };
  const columns = { experimentIDColumn: "experiment", groupIDColumn: "variant" };
  const file = JSON.stringify({
    provider: "postgres",
    settings,
    assignmentSources: [{ ...source, ...columns, name: "Exposures", tableName: `${schema}.seen` }],
    metricSources: [
      { ...source, name: "Events", tableName: `${schema}.events`, eventColumn: "event" },
      { ...source, name: "Lost", tableName: `${schema}.lost` },
    ],
  });
  const database = await openDatabase({ memory: true });
  const secretsKey = await storeGiven(database, file, { WAREHOUSE_PASSWORD: canary });
  const checked = await checkWarehouse({
    database,
    secretsKey,
    isRun: true,
    now: Date.now(),
    say: () => undefined,
  });
  const report = reportOf(checked);
  // The group name is a value and the password a secret, so neither may appear in the report.
  expect(report).not.toContain(canary);
  expect(report).toMatch(/\| Cancel \| passed \| \d+ \| A long statement was stopped/);
  expect(report).toMatch(/columns 4, rows 40, units 40, newest row 1 h old/);
  expect(report).toMatch(/estimate 0\.00819 MB/);
  expect(report).toMatch(/failed: The warehouse says: relation .* does not exist/);
  expect(report).toMatch(/2 groups, \d statements?/);
  expect(report).toMatch(/run: \d+\.\d s, read unknown, \d+ rows came back, 40 units/);
  expect(checked.failed).toEqual(["source Lost"]);
  expect(report).toMatch(
    /^Failed: source Lost\. Steps of the doctor: \d+ passed(, \d+ \w+)*\. Sources looked at: 3\. Load: run\.$/m,
  );
  await database.close();
  await admin.query(`drop schema ${schema} cascade`);
  await admin.end();
});
