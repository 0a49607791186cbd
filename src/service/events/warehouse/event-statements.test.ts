// Tests the SQL of the events page: it finds the same events as an evaluation in memory.
import { afterAll, beforeAll, expect, test } from "vitest";
import { dialects } from "#service/analysis/warehouse/dialects.ts";
import { openDuckdb, type OpenedEngine } from "#service/analysis/warehouse/tested-engines.test-support.ts";
import { eventTable } from "./event-table.ts";
import { pageStatement } from "./event-page-statement.ts";
import { expectSameEvents, sameDay, sameSource } from "./same-events.test-support.ts";

let engine: OpenedEngine;
beforeAll(async () => {
  engine = await openDuckdb();
});
afterAll(() => engine.close());

test("rows, counts and histogram of every filter are those of the events", () =>
  expectSameEvents(engine, "postgres"));

test("a page within one instant goes on where the last one ended, in the words of each engine", () => {
  const table = eventTable(sameSource("select * from e", "timestamp"), "postgres");
  const cursor = { time: sameDay.from + 5, number: 40, before: 40 };
  const pageOf = (provider: "trino" | "bigquery") =>
    pageStatement(table, { ...sameDay, where: [] }, { limit: 10, cursor }, dialects[provider]).text;
  expect(pageOf("trino")).toMatch(/offset 40 limit 11$/);
  expect(pageOf("bigquery")).toMatch(/limit 11 offset 40$/);
  expect(pageOf("trino")).toContain(`< timestamp '2026-10-31 00:00:00.006'`);
});

test("time, partition and name are bounded within the text of the source, by their own columns", () => {
  const source = {
    ...sameSource("select * from e", "timestamp"),
    datePartitionColumn: "dt",
    datePartitionType: "text",
  };
  const table = eventTable(source, "trino");
  const { text } = pageStatement(
    table,
    { ...sameDay, names: ["order"], where: [] },
    { limit: 10, cursor: undefined },
    dialects.trino,
  );
  expect(text).toContain(
    `where s."dt" >= '2026-10-31' and s."dt" <= '2026-10-31' and s."ts" >= timestamp '2026-10-31 00:00:00.000' and s."ts" < timestamp '2026-11-01 00:00:00.000' and s."event" in ('order')`,
  );
});
