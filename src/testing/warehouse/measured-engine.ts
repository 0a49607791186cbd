// An engine for the tests of the portable statement: queried through our client, with tables made of constants.
import type { Dialect } from "#service/analysis/warehouse/dialect.ts";
import { dialects } from "#service/analysis/warehouse/dialects.ts";
import type { MakeTable, TestColumn } from "#service/analysis/warehouse/source-rows.test-support.ts";
import type { TestedEngine } from "#service/analysis/warehouse/warehouse-oracle.test-support.ts";
import { runStatement } from "#service/warehouse/run-statement.ts";
import type { StagingPlace } from "#service/warehouse/staging-place.ts";
import { write } from "./ask-engine.ts";
import type { Engine } from "./engines.ts";

export type MeasuredProvider = "trino" | "postgres" | "databricks" | "snowflake" | "bigquery";

/** Schema in which a table is created; hive has no times with a zone. */
function schemaOf(provider: MeasuredProvider, columns: readonly TestColumn[]) {
  if (provider === "snowflake") return "public";
  if (provider !== "trino") return "shop";
  return columns.some(({ type }) => type === "timestamp with time zone") ? "memory.default" : "hive.shop";
}

/** SQL between a table's name and its rows: days are partitions if the engine has them. */
function kindOf(provider: MeasuredProvider, schema: string, columns: readonly TestColumn[]) {
  const isByDay = columns.at(-1)?.name === "dt";
  if (schema === "hive.shop" && isByDay) return "with (partitioned_by = array['dt'])";
  return provider === "databricks" ? `using parquet ${isByDay ? "partitioned by (dt)" : ""}` : "";
}

/** One SELECT that reads the rows from one JSON text, because the emulator takes a minute to parse a long list of constants. */
function rowsFromJson(dialect: Dialect, columns: readonly TestColumn[]): string {
  const rows = (columns[0]?.values ?? []).map((_, row) =>
    columns.map(({ type, values }) => {
      const value = values[row] ?? null;
      if (value === null || type === "text" || type === "number") return value;
      return new Date(Number(value)).toISOString().slice(0, type === "day" ? 10 : 23);
    }),
  );
  const types = { text: "string", number: dialect.double, day: "date", timestamp: "datetime" } as const;
  const cells = columns.map(
    ({ name, type }, place) =>
      `cast(json_value(r, '$[${place}]') as ${type === "timestamp with time zone" ? "timestamp" : types[type]}) as ${dialect.column(name)}`,
  );
  return `select ${cells.join(", ")} from unnest(json_query_array(${dialect.literal(JSON.stringify(rows))})) as r`;
}

/** One SELECT of the rows as constants; texts and numbers are cast from texts, so that a first row of nulls has a type. */
function rowsText(provider: MeasuredProvider, dialect: Dialect, columns: readonly TestColumn[]): string {
  if (provider === "bigquery") return rowsFromJson(dialect, columns);
  const names = columns.map(({ name }) => dialect.column(name));
  const constant = (value: string | number | null, { type }: TestColumn) => {
    if (type !== "text" && type !== "number") return dialect.moment(Number(value), type);
    return value === null ? "null" : dialect.literal(String(value));
  };
  const count = columns[0]?.values.length ?? 0;
  const rows = Array.from({ length: Math.max(1, count) }, (_, row) =>
    columns.map((column) => constant(column.values[row] ?? null, column)),
  );
  const from = `(values ${rows.map((row) => `(${row.join(", ")})`).join(", ")}) as t(${names.join(", ")})`;
  const typed = columns.map(({ type }, place) => {
    const name = names[place] ?? "";
    if (type === "text") return `${dialect.text(name)} as ${name}`;
    return type === "number" ? `cast(${name} as ${dialect.double}) as ${name}` : name;
  });
  return `select ${typed.join(", ")} from ${from} ${count === 0 ? "where 1 = 0" : ""}`;
}

/**
 * fakesnow keeps the quotation marks around a text extracted from JSON, unlike Snowflake; this reads the same key in another
 * way.
 */
const fakesnowField: Dialect["field"] = (sql, key) =>
  `cast(try_parse_json(${sql}):"${key.replaceAll('"', '""')}" as varchar)`;

/** bqemulator does not support `\\u` in a text, and takes it literally. */
const emulatorLiteral: Dialect["literal"] = (text) =>
  `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

export interface MeasuredEngine extends TestedEngine {
  /** Adds rows to an existing table. */
  moreRows: MakeTable;
  place: StagingPlace;
}

/** An engine that compiles its statements takes a minute for one with many parts if the machine is shared. */
const deadlineMs = 300_000;

const placeNames: Readonly<Record<MeasuredProvider, readonly string[]>> = {
  trino: ["hive", "staging"],
  postgres: ["shop"],
  databricks: ["shop"],
  snowflake: ["SHOP", "PUBLIC"],
  bigquery: ["shop"],
};

export async function measuredEngine(
  { client }: Engine,
  provider: MeasuredProvider,
): Promise<MeasuredEngine> {
  const own = dialects[provider];
  const dialect: Dialect = {
    ...own,
    ...(provider === "snowflake" ? { field: fakesnowField } : {}),
    ...(provider === "bigquery" ? { literal: emulatorLiteral } : {}),
    // Spark without Delta cannot delete rows from Parquet files.
    ...(provider === "databricks" ? { staged: { ...own.staged, deletes: false } } : {}),
  };
  if (!["trino", "snowflake"].includes(provider)) await write(client, "create schema if not exists shop");
  return {
    dialect,
    place: { names: placeNames[provider] },
    run: async (text, tag, mayWrite) => {
      const deadline = Date.now() + deadlineMs;
      const asked = { text, values: [], tag, deadline, ...(mayWrite && { mayWrite }) };
      return (await runStatement(client, asked)).rows;
    },
    moreRows: async (name, columns) => {
      const table = `${schemaOf(provider, columns)}.${name}`;
      if (columns[0]?.values.length)
        await write(client, `insert into ${table} ${rowsText(provider, dialect, columns)}`);
      return `select * from ${table}`;
    },
    table: async (name, columns) => {
      const schema = schemaOf(provider, columns);
      const table = `${schema}.${name}`;
      const kind = kindOf(provider, schema, columns);
      await write(
        client,
        `drop table if exists ${table}`,
        `create table ${table} ${kind} as ${rowsText(provider, dialect, columns)}`,
      );
      return `select * from ${table}`;
    },
  };
}
