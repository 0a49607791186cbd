// The engines that are always there to be tested: the embedded one, and PostgreSQL where TEST_DATABASE_URL is set.
import { randomBytes } from "node:crypto";
import { DuckDBInstance } from "@duckdb/node-api";
import pg from "pg";
import type { WarehouseRow } from "#service/warehouse/statement.ts";
import { dialects, duckdb } from "./dialects.ts";
import { rowsText, type TestColumn } from "./source-rows.test-support.ts";
import type { TestedEngine } from "./warehouse-oracle.test-support.ts";

export interface OpenedEngine extends TestedEngine {
  close: () => Promise<void>;
}

const cell = (value: unknown): WarehouseRow[string] =>
  typeof value === "string" || typeof value === "boolean" || value === null ? value : Number(value);

const rowOf = (row: object): WarehouseRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)]));

export async function openDuckdb(): Promise<OpenedEngine> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("set timezone = 'UTC'");
  return {
    run: async (text) => (await connection.runAndReadAll(text)).getRowObjectsJS().map(rowOf),
    dialect: duckdb,
    table: async (name, columns) => {
      await connection.run(`create or replace table ${name} as ${rowsText(duckdb, columns)}`);
      return `select * from ${name}`;
    },
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export async function openPostgres(url: string): Promise<OpenedEngine> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const schema = `warehouse_${randomBytes(6).toString("hex")}`;
  await client.query(`create schema ${schema}`);
  return {
    // Numbers of 64 bits and more come as texts.
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

const isText = (name: string) => name === "group_id" || name === "slice_value";

/** By name. */
export const testedEngines = (): [string, () => Promise<OpenedEngine>][] => {
  const url = process.env["TEST_DATABASE_URL"];
  return [
    ["DuckDB", openDuckdb],
    ...(url ? [["PostgreSQL", () => openPostgres(url)] as [string, () => Promise<OpenedEngine>]] : []),
  ];
};
