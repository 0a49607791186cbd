// A refresh reads only the partitions that changed: the files of all others are unreadable during the test.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Analysis } from "#service/analysis/totals/measure-experiment.ts";
import type { Dialect } from "./dialect.ts";
import { duckdb } from "./dialects.ts";
import { measureInWarehouse } from "./measure-in-warehouse.ts";
import { measureStaged } from "./measure-staged.ts";
import type { Run } from "./run.ts";
import type { MetricTable, WarehouseSources } from "./source-tables.ts";
import { bySlice, differences } from "./warehouse-oracle.test-support.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 9, 1);
const analysis = (days: number): Analysis => ({
  window: { experimentID: "form", start, end: start + days * day - 1 },
  inputs: [
    { id: "orders", measure: "total", amounts: [{ event: "order", adds: "its number" }] },
    { id: "days", measure: "days", events: ["order"] },
  ],
  winsorization: 90,
  cuped: true,
  dimensions: [],
});

let folder: string;
let instance: DuckDBInstance;
let connection: DuckDBConnection;
const run: Run = async (text) =>
  (await connection.runAndReadAll(text))
    .getRowObjectsJS()
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [
          name,
          typeof cell === "string" || cell === null ? cell : Number(cell),
        ]),
      ),
    );

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-partitions-"));
  instance = await DuckDBInstance.create(":memory:");
  connection = await instance.connect();
  await connection.run(`create table seen as select 'u' || n as u, 'form' as e, case n % 2 when 0 then 'a' else 'b' end as g,
    make_timestamp(${start}000 + n * 8640000000) as t from range(260) r (n)`);
});
afterEach(() => {
  connection.closeSync();
  instance.closeSync();
  rmSync(folder, { recursive: true });
});

const dateOf = (number: number) => new Date(start + number * day).toISOString().slice(0, 10);
const fileOf = (number: number) => join(folder, `dt=${dateOf(number)}`, "part.parquet");

/** Writes the events of a day, counted from the start. */
async function writeDay(number: number, rows = 40) {
  mkdirSync(dirname(fileOf(number)), { recursive: true });
  await connection.run(`copy (select 'u' || (n * 7 + ${number + 8}) % 260 as u, make_timestamp(${start + number * day}000 + n * 1000000) as t,
    'order' as name, (n % 5)::varchar as v from range(${rows}) r (n)) to '${fileOf(number)}' (format parquet)`);
  // A whole second, so that the same time can be set again exactly.
  utimesSync(fileOf(number), 1_800_000_000, 1_800_000_000);
}
/** Replaces a file's content by unreadable bytes, keeping its size and time. */
function breakFile(file: string) {
  const { atime, mtime } = statSync(file);
  writeFileSync(file, Buffer.alloc(readFileSync(file).length, "x"));
  utimesSync(file, atime, mtime);
}

const orders = (): MetricTable => ({
  name: "orders",
  sql: `select * from read_parquet('${folder}/*/*.parquet', hive_partitioning = true, hive_types = {'dt': varchar})`,
  unitColumn: "u",
  timeColumn: "t",
  timeType: "timestamp",
  eventColumn: "name",
  valueColumn: "v",
  fieldColumns: {},
  fieldsColumn: null,
  partitionColumn: { name: "dt", type: "text" },
  tableName: "orders",
});
/** Adds the times of files to rows, as Trino does. */
const dialect: Dialect = {
  ...duckdb,
  staged: {
    ...duckdb.staged,
    files: () =>
      `select regexp_extract(filename, 'dt=([0-9-]+)', 1) as day, size || ' ' || last_modified as stamp from read_blob('${folder}/*/*.parquet')`,
  },
};
const sourcesOf = (table: MetricTable): WarehouseSources => ({
  assignment: {
    name: "seen",
    sql: "select * from seen",
    unitColumn: "u",
    timeColumn: "t",
    timeType: "timestamp",
    experimentColumn: "e",
    experimentKey: "form",
    groupColumn: "g",
    groups: {},
    dimensionColumns: {},
    filters: [],
  },
  tableOfEvent: (name) => (name === "order" ? table : undefined),
});

test("with a new day three partitions of many are read, and a late row in an older one is found", async () => {
  for (let number = -8; number < 27; number += 1) await writeDay(number);
  const sources = sourcesOf(orders());
  const refresh = (days: number, now: number) =>
    measureStaged(run, dialect, sources, analysis(days), {
      place: { names: ["main"] },
      experimentID: "form",
      now,
    });
  await refresh(27, 1);

  await writeDay(27);
  const newDay = await measureInWarehouse(run, duckdb, sources, analysis(28));
  // The first file stays readable: the engine reads the columns of all files from it.
  const old = Array.from({ length: 25 + 7 }, (_, index) => index - 7);
  const kept = new Map(old.map((number) => [number, readFileSync(fileOf(number))]));
  for (const number of old) breakFile(fileOf(number));
  await expect(measureInWarehouse(run, duckdb, sources, analysis(28))).rejects.toThrow();
  expect(differences(bySlice((await refresh(28, 2)).measurements), bySlice(newDay.measurements))).toEqual([]);

  for (const [number, bytes] of kept) {
    const { atime, mtime } = statSync(fileOf(number));
    writeFileSync(fileOf(number), bytes);
    utimesSync(fileOf(number), atime, mtime);
  }
  await writeDay(5, 44);
  const withLate = await measureInWarehouse(run, duckdb, sources, analysis(28));
  expect(differences(bySlice(withLate.measurements), bySlice(newDay.measurements))).not.toEqual([]);
  for (const number of old.filter((some) => some !== 5)) breakFile(fileOf(number));
  expect(differences(bySlice((await refresh(28, 3)).measurements), bySlice(withLate.measurements))).toEqual(
    [],
  );
});
