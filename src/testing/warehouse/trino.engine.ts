// A Trino of three nodes with tables on local disk: the real engine must answer, refuse, page and stop our client's statements.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dialects } from "#service/analysis/warehouse/dialects.ts";
import { measureInWarehouse } from "#service/analysis/warehouse/measure-in-warehouse.ts";
import { checkWarehouse } from "#service/cli/warehouse-check/check-warehouse.ts";
import { storeGiven } from "#service/cli/warehouse-check/given-settings.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { attackWith } from "#service/warehouse/hostile-texts.test-support.ts";
import { openClient } from "#service/warehouse/open-client.ts";
import { runStatement } from "#service/warehouse/run-statement.ts";
import { WarehouseError } from "#service/warehouse/statement.ts";
import { explain } from "#service/warehouse/messages/known-messages.ts";
import { ask, statement, write } from "./ask-engine.ts";
import { largeAnalysis, largeWindow, makeLargeTables } from "./large-tables.ts";
import { isFound, startEngine, type Engine } from "./engines.ts";
import { testMeasures } from "./measure-tests.ts";

const day = 86_400_000;

describe.skipIf(!isFound("trino"))("Trino", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine("trino");
  }, 330_000);
  afterAll(() => engine?.end());

  /** A practically endless query: a count of 10¹² rows. */
  const long = `select count(*) from ${["a", "b", "c"].map((name) => `unnest(sequence(1, 10000)) ${name}(${name})`).join(" cross join ")}`;

  const stateOf = async (mark: string) => {
    const { rows } = await ask(
      engine.client,
      "select state, error_code from system.runtime.queries where source = 'assay' and query like $1 and query not like '%system.runtime%'",
      [`%${mark}%`],
    );
    return rows.map(({ state, error_code }) => [state, error_code]);
  };

  test("gives rows by name with numbers, times and JSON as what they are", async () => {
    const { rows, columns, cached, bytes, id } = await ask(
      engine.client,
      `select cast($1 as bigint) as "N", decimal '1.5' as share, true as yes, cast(null as varchar) as nothing, $2 as word,
        cast(map(array['a'], array[1]) as json) as doc, timestamp '2026-11-01 12:00:00.5 +02:00' as at, timestamp '2026-11-01 12:00:00' as plain,
        date '2026-11-01' as day, 1e-300 as small`,
      [42, "it's $1"],
    );
    expect(rows).toEqual([
      {
        n: 42,
        share: 1.5,
        yes: true,
        nothing: null,
        word: "it's $1",
        doc: '{"a":1}',
        at: "2026-11-01T10:00:00.500Z",
        plain: "2026-11-01T12:00:00.000Z",
        day: "2026-11-01T00:00:00.000Z",
        small: 1e-300,
      },
    ]);
    expect(columns.map(({ type }) => type)).toEqual([
      "number",
      "number",
      "boolean",
      "text",
      "text",
      "json",
      "time",
      "time",
      "time",
      "number",
    ]);
    expect({ cached, bytes, id }).toEqual({ cached: false, bytes: 0, id: expect.stringMatching(/^\d{8}_/) });
  });

  test("has a coordinator that only plans, and two workers", async () => {
    const { rows } = await ask(
      engine.client,
      "select coordinator, count(*) as nodes from system.runtime.nodes group by coordinator order by coordinator",
    );
    expect(rows).toEqual([
      { coordinator: false, nodes: 2 },
      { coordinator: true, nodes: 1 },
    ]);
  });

  test("follows an answer over many parts", async () => {
    const { rows } = await ask(
      engine.client,
      "select n, rpad('', 500, 'x') as filler from unnest(sequence(1, 10000)) as t(n) cross join unnest(sequence(1, 5)) as u(m) order by n",
    );
    expect(rows.length).toBe(50_000);
    expect([rows[0]?.["n"], rows.at(-1)?.["n"]]).toEqual([1, 10_000]);
  });

  test("says what is wrong, and takes one statement alone", async () => {
    await expect(ask(engine.client, "select * from nowhere")).rejects.toMatchObject({
      code: "TABLE_NOT_FOUND",
      message: expect.stringContaining("nowhere"),
    });
    await expect(ask(engine.client, "select 1; drop table x")).rejects.toMatchObject({
      code: "SYNTAX_ERROR",
    });
    await expect(ask(engine.client, "select 1/0")).rejects.toMatchObject({ code: "DIVISION_BY_ZERO" });
  });

  test("stops the engine's statement within 2 s when the caller leaves", async () => {
    const leave = new AbortController();
    const left = runStatement(engine.client, statement(`${long} where 'leaving' <> ''`), {
      signal: leave.signal,
      submitted: () => void setTimeout(() => leave.abort(), 1000),
    });
    await expect(left).rejects.toMatchObject({ code: "CANCELLED" });
    await expect.poll(() => stateOf("leaving"), { timeout: 2000 }).toEqual([["FAILED", "USER_CANCELED"]]);
  });

  test("stops by another client that knows its id, as after a crash", async () => {
    const { id } = await engine.client.submit(statement(`${long} where 'orphan' <> ''`));
    await engine.client.poll(id);
    await expect.poll(() => stateOf("orphan")).toEqual([["RUNNING", null]]);
    const other = await openClient(engine.provider, engine.settings);
    await other.cancel(id);
    await expect.poll(() => stateOf("orphan"), { timeout: 2000 }).toEqual([["FAILED", "USER_CANCELED"]]);
    await other.cancel(id);
  });

  test("stops by its mark, as after a crash before its id was known", async () => {
    const { id } = await engine.client.submit({
      ...statement(`${long} where 'marked' <> ''`),
      mark: "0badcafe",
    });
    await engine.client.poll(id);
    await expect.poll(() => stateOf("marked")).toEqual([["RUNNING", null]]);
    const other = await openClient(engine.provider, engine.settings);
    await other.cancelMarked?.("0badcaf");
    expect(await stateOf("marked")).toEqual([["RUNNING", null]]);
    await other.cancelMarked?.("0badcafe");
    await expect.poll(() => stateOf("marked"), { timeout: 2000 }).toEqual([["FAILED", "USER_CANCELED"]]);
  });

  test("ends at its deadline, by us or by the engine", async () => {
    const late = { ...statement(`${long} where 'late' <> ''`), deadline: Date.now() + 2000 };
    await expect(runStatement(engine.client, late)).rejects.toMatchObject({
      code: expect.stringMatching(/^(EXCEEDED_TIME_LIMIT|DEADLINE)$/),
    });
    const { id } = await engine.client.submit(statement(`${long} where 'alone' <> ''`, [], "left alone"));
    await engine.client.cancel(id);
    await expect
      .poll(() => stateOf("late"), { timeout: 3000 })
      .toEqual([["FAILED", expect.stringMatching(/^(EXCEEDED_TIME_LIMIT|USER_CANCELED)$/)]]);
  });

  test("refuses what reads more than its limit, and says how much is allowed in plain words", async () => {
    await write(engine.client, "drop table if exists hive.shop.many");
    await write(
      engine.client,
      "create table hive.shop.many as select n, rpad('', 200, cast(n as varchar)) as filler from unnest(sequence(1, 10000)) as t(n) cross join unnest(sequence(1, 10)) as u(m)",
    );
    const { bytes } = await ask(engine.client, "select count(distinct filler) as n from many");
    expect(bytes).toBeGreaterThan(10_000);
    // The engine checks the limit once a second, and so do we: whichever is first stops the query.
    const text = "select count(*) as n from many a cross join many b where a.filler < b.filler";
    const limited = { ...statement(text), byteLimit: 1000 };
    const refused = await runStatement(engine.client, limited).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: expect.stringMatching(/^(EXCEEDED_SCAN_LIMIT|BYTE_LIMIT)$/) });
    const { code, message } = refused instanceof WarehouseError ? refused : { code: "", message: "" };
    expect(explain("trino", code, message)?.sentence).toMatch(
      /^The cluster stopped it when it had read (1000 B|1 kB), the limit|^It had read .+; the limit is 1 kB\./,
    );
  });

  test("passes the check of a warehouse: the doctor step by step, its sources and a small load", async () => {
    const rows = (columns: string) =>
      `select 'u' || cast(n as varchar) as user_id, cast(current_timestamp - n * interval '1' hour as timestamp(3)) as ts, ${columns} from unnest(sequence(1, 40)) t(n)`;
    await write(
      engine.client,
      `create table hive.shop.seen as ${rows("'cart' as experiment, 'g' || cast(mod(n, 2) as varchar) as variant")}`,
      `create table hive.shop.bought as ${rows("'buy' as event")}`,
    );
    const idTypeMapping = [{ statsigUnitID: "userID", column: "user_id" }];
    const source = { sourceType: "table", timestampColumn: "ts", idTypeMapping };
    const groups = { experimentIDColumn: "experiment", groupIDColumn: "variant" };
    const file = JSON.stringify({
      provider: "trino",
      settings: engine.settings,
      assignmentSources: [{ ...source, ...groups, name: "Seen", tableName: "hive.shop.seen" }],
      metricSources: [{ ...source, name: "Bought", tableName: "hive.shop.bought", eventColumn: "event" }],
    });
    const database = await openDatabase({ memory: true });
    const secretsKey = await storeGiven(database, file, {});
    const input = { database, secretsKey, isRun: true, now: Date.now(), say: () => undefined };
    const { failed, doctor, sources, load } = await checkWarehouse(input);
    await database.close();
    expect(failed).toEqual([]);
    expect(doctor.filter(({ state }) => state !== "passed")).toMatchObject([
      { name: "Clock", state: "skipped" },
      { name: "Too many rights", state: "skipped" },
    ]);
    expect(sources.map(({ preview }) => preview.rowCount)).toEqual([40, 40]);
    expect(load?.ran?.units).toBe(40);
  });

  test("keeps the victim of a thousand hostile texts", { timeout: 300_000 }, async () => {
    const victim = "hive.shop.victim";
    await write(engine.client, `create table ${victim} as select a from unnest(sequence(1, 2)) t(a)`);
    await attackWith(victim, (text) => runStatement(engine.client, statement(text)), 8);
    expect((await ask(engine.client, `select a from ${victim} order by a`)).rows).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
    const { rows } = await ask(
      engine.client,
      "select table_name from hive.information_schema.tables where table_name in ('stolen', 'gone')",
    );
    expect(rows).toEqual([]);
  });

  test("reads only the days that count, seen in its plan", async () => {
    const sources = await makeLargeTables(engine, 10_000);
    const texts: string[] = [];
    const window = { ...largeWindow, start: largeWindow.start + 10 * day, end: largeWindow.start + 12 * day };
    await measureInWarehouse(
      async (text) => {
        texts.push(text);
        return (await ask(engine.client, text)).rows;
      },
      dialects.trino,
      sources,
      { ...largeAnalysis, window: { experimentID: "large", idType: undefined, ...window } },
    );
    const { rows } = await ask(engine.client, `explain ${texts[0]}`);
    const plan = rows.map((row) => String(Object.values(row)[0])).join("\n");
    const read = [...plan.matchAll(/dt:string:PARTITION_KEY\s+:: (\[\[.*\]\])/g)].map(([, found = ""]) =>
      [...found.matchAll(/\d{4}-\d\d-\d\d/g)].map(([date]) => date),
    );
    // Of the 28 days, three of exposures are read; of events also the week before the first of them.
    expect(read.map((dates) => dates.length).sort((a, b) => a - b)).toEqual([3, 11]);
    expect(read.flat().sort()[0]).toBe("2026-10-10");
    expect(read.flat().sort().at(-1)).toBe("2026-10-20");
  });

  describe("measures", () => testMeasures("trino", "trino", () => engine));
});
