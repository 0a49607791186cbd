// Test support: the engine that is always available, which is the embedded one, or PostgreSQL if TEST_DATABASE_URL is set.
import { randomBytes } from "node:crypto";
import {
  DuckDBDateValue,
  DuckDBInstance,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBAppender,
} from "@duckdb/node-api";
import pg from "pg";
import { postgresOptions } from "#service/warehouse/postgres-client.ts";
import type { StagingPlace } from "#service/warehouse/staging-place.ts";
import type { WarehouseRow } from "#service/warehouse/statement.ts";
import { dialects, duckdb } from "./dialects.ts";
import { rowsText, type TestColumn } from "./source-rows.test-support.ts";
import type { TestedEngine } from "./warehouse-oracle.test-support.ts";

export interface OpenedEngine extends TestedEngine {
  /** Where staged tables may be created. */
  place: StagingPlace;
  close: () => Promise<void>;
}

const cell = (value: unknown): WarehouseRow[string] =>
  typeof value === "string" || typeof value === "boolean" || value === null ? value : Number(value);

const rowOf = (row: object): WarehouseRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)]));

function append(appender: DuckDBAppender, type: TestColumn["type"], value: string | number | null) {
  if (value === null) appender.appendNull();
  else if (type === "text") appender.appendVarchar(String(value));
  else if (type === "number") appender.appendDouble(Number(value));
  else if (type === "day") appender.appendDate(new DuckDBDateValue(Number(value) / 86_400_000));
  else if (type === "timestamp") appender.appendTimestamp(new DuckDBTimestampValue(BigInt(value) * 1000n));
  else appender.appendTimestampTZ(new DuckDBTimestampTZValue(BigInt(value) * 1000n));
}

export async function openDuckdb(): Promise<OpenedEngine> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("set timezone = 'UTC'");
  return {
    run: async (text) => (await connection.runAndReadAll(text)).getRowObjectsJS().map(rowOf),
    dialect: duckdb,
    place: { names: ["main"] },
    table: async (name, columns) => {
      const none = columns.map((column) => ({ ...column, values: [] }));
      await connection.run(`create or replace table ${name} as ${rowsText(duckdb, none)}`);
      const appender = await connection.createAppender(name);
      for (const row of (columns[0]?.values ?? []).keys()) {
        for (const { type, values } of columns) append(appender, type, values[row] ?? null);
        appender.endRow();
      }
      appender.closeSync();
      return `select * from ${name}`;
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export async function openPostgres(url: string): Promise<OpenedEngine> {
  const client = new pg.Client({ connectionString: url, options: postgresOptions });
  await client.connect();
  const schema = `warehouse_${randomBytes(6).toString("hex")}`;
  await client.query(`create schema ${schema}`);
  return {
    // The client returns numbers of 64 bits and more as text.
    run: async (text) =>
      (await client.query<Record<string, unknown>>(text)).rows.map((row) =>
        rowOf(
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [
              name,
              isText(name) ? value : value === null ? null : Number(value),
            ]),
          ),
        ),
      ),
    dialect: dialects.postgres,
    place: { names: [schema] },
    table: async (name, columns: readonly TestColumn[]) => {
      await client.query(`drop table if exists ${schema}.${name}`);
      await client.query(`create table ${schema}.${name} as ${rowsText(dialects.postgres, columns)}`);
      return `select * from ${schema}.${name}`;
    },
    close: async () => {
      await client.query(`drop schema ${schema} cascade`);
      await client.end();
    },
  };
}

const texts = new Set(["group_id", "slice_value", "table_name", "stamp", "moments_stamp", "layout", "day"]);
const isText = (name: string) => texts.has(name);

/** Opens the tested engines, by name. */
export const testedEngines = (): [string, () => Promise<OpenedEngine>][] => {
  const url = process.env["TEST_DATABASE_URL"];
  return [url ? ["PostgreSQL", () => openPostgres(url)] : ["DuckDB", openDuckdb]];
};
