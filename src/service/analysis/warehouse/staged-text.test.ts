// The statements of staged mode in every dialect: where and how they create tables, and that they use no construct that an engine lacks.
import { expect, test } from "vitest";
import { warehouseProviderNames } from "#contract/warehouse-providers.ts";
import { analysis, inputs } from "#service/analysis/totals/random-log.test-support.ts";
import { stagingPlaceOf } from "#service/warehouse/staging-place.ts";
import { dialects } from "./dialects.ts";
import { measureStaged } from "./measure-staged.ts";
import type { WarehouseSources } from "./source-tables.ts";
import { dropStaged } from "./staged-tables.ts";

/** Settings as an admin enters them for each provider. */
const settings = {
  postgres: { stagingSchema: "Own" },
  redshift: { stagingSchema: "own" },
  trino: { catalog: "hive", stagingSchema: "own" },
  snowflake: { stagingDatabaseName: "own_db", stagingSchemaName: "Assay" },
  databricks: { stagingDatabase: "main.own-1" },
  bigquery: { project: "my-project", stagingDataset: "own" },
  athena: { database: "shop", bucket: "own-bucket" },
};
const schemas: Record<keyof typeof settings, string> = {
  postgres: '"Own"',
  redshift: '"own"',
  trino: '"hive"."own"',
  snowflake: '"OWN_DB"."ASSAY"',
  databricks: "`main`.`own-1`",
  bigquery: "`my-project`.`own`",
  athena: "shop",
};
const ledgers: Record<keyof typeof settings, RegExp> = {
  postgres: /^create table if not exists \S+ \(day bigint, load_id bigint, stamp text, layout text\)$/,
  redshift: /^create table if not exists \S+ \(day bigint, load_id bigint, stamp varchar\(65535\), layout/,
  trino: /^create table if not exists \S+ \(day bigint, load_id bigint, stamp varchar, layout varchar\)$/,
  snowflake: /^create transient table if not exists \S+ \(day bigint, load_id bigint, stamp varchar,/,
  databricks: /^create table if not exists \S+ \(day bigint, load_id bigint, stamp string, layout string\)$/,
  bigquery:
    /layout string\) options \(expiration_timestamp = timestamp_add\(current_timestamp\(\), interval 30 day\)\)$/,
  athena:
    /layout string\) location 's3:\/\/own-bucket\/shop\/assay_\w+_ledger\/' tblproperties \('table_type' = 'ICEBERG'\)$/,
};

const source = (name: string) => ({
  name,
  sql: `select * from shop.${name}`,
  tableName: `shop.${name}`,
  unitColumn: "user_id",
  timeColumn: "at",
  timeType: "timestamp" as const,
  partitionColumn: { name: "dt", type: "text" as const },
});
const events = {
  ...source("events"),
  eventColumn: "event",
  valueColumn: "value",
  fieldColumns: {},
  fieldsColumn: "data",
};
const sources: WarehouseSources = {
  assignment: {
    ...source("assignments"),
    experimentColumn: "experiment",
    experimentKey: "form",
    groupColumn: "variant",
    groups: {},
    dimensionColumns: { tier: "tier", seat: "seat" },
    filters: [],
  },
  tableOfEvent: () => events,
};

test.each(warehouseProviderNames)("%s", async (provider) => {
  const place = stagingPlaceOf(provider, settings[provider]);
  if (!place) throw new Error("no place");
  const dialect = dialects[provider];
  const written: string[] = [];
  const read: string[] = [];
  const run = async (text: string, _: string, mayWrite?: true) => {
    (mayWrite ? written : read).push(text);
    return [];
  };
  await measureStaged(
    run,
    dialect,
    sources,
    { ...analysis(99), inputs },
    { place, experimentID: "form", now: 1 },
  );
  const own = `${schemas[provider]}.assay_form_`;
  for (const text of written) {
    expect(text).toMatch(
      /^(create (transient )?table if not exists|drop table if exists|insert into|delete from) /,
    );
    expect(text.split(/ (?:exists|into|from) /)[1]?.startsWith(own)).toBe(true);
  }
  for (const text of [...written, ...read]) {
    expect(text.replaceAll(own, "").replace(/ location '\S+'/, "")).not.toContain("assay_form_");
    expect(text).not.toMatch(/filter \(where|::|\barray\b|\btemp\b|qualify|merge|greatest|least|--|\/\*/i);
    expect(text.split("from shop.events").length).toBeLessThanOrEqual(2);
    expect(Buffer.byteLength(text)).toBeLessThan(90_000);
  }
  expect(written.filter((text) => ledgers[provider].test(text))).not.toEqual([]);
  expect(written.some((text) => text.startsWith("delete from"))).toBe(provider !== "trino");
  // By file metadata if the engine has it, else by counting rows.
  const byFiles = read.filter((text) => text.includes("from shop.events s"));
  expect(byFiles).toHaveLength(["trino", "databricks"].includes(provider) ? 1 : 0);

  const names = [...new Set(written.flatMap((text) => /assay_form_\w+_ledger/.exec(text)?.[0] ?? []))];
  const dropped: string[] = [];
  const listing = async (text: string, _: string, mayWrite?: true) => {
    if (mayWrite) dropped.push(text);
    return mayWrite
      ? []
      : [...names, "assay_other", "orders"].map((name) => ({ tablename: name.toUpperCase() }));
  };
  await dropStaged(listing, dialect, place, "form");
  expect(dropped).toEqual(names.map((name) => `drop table if exists ${schemas[provider]}.${name}`));
});

test("nowhere is a place without all of its names", () => {
  expect(stagingPlaceOf("snowflake", { stagingDatabaseName: "own" })).toBeUndefined();
  expect(stagingPlaceOf("trino", { catalog: "hive", stagingSchema: " " })).toBeUndefined();
  expect(stagingPlaceOf("databricks", {})).toBeUndefined();
  expect(stagingPlaceOf("athena", { database: "shop" })).toBeUndefined();
  expect(stagingPlaceOf("athena", { database: "my-shop", bucket: "own" })).toBeUndefined();
});
