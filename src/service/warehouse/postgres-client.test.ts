// Needs a PostgreSQL: the real engine answers, rejects, and is stopped.
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openClient } from "./open-client.ts";
import { runStatement } from "./run-statement.ts";
import type { WarehouseClient } from "./statement.ts";

const server = process.env["TEST_DATABASE_URL"];
const onPostgres = test.skipIf(!server);
const url = new URL(server ?? "postgres://nobody@127.0.0.1:1/none");
const settings = {
  host: url.hostname,
  port: Number(url.port),
  database: url.pathname.slice(1),
  username: decodeURIComponent(url.username),
  ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
  useTls: false,
};

let client: WarehouseClient;
beforeAll(async () => {
  client = await openClient("postgres", settings);
});
afterAll(() => client.close());

const statement = (text: string, values: readonly (string | number | null)[] = []) => ({
  text,
  values,
  tag: "test",
  deadline: Date.now() + 20_000,
});

onPostgres("gives rows by name with numbers, times and JSON as what they are", async () => {
  const { rows, columns, cached, id } = await runStatement(
    client,
    statement(
      `select $1::bigint as "N", 1.5::numeric as share, true as yes, null::text as nothing, $2 as word, '{"a":1}'::jsonb as doc,
        timestamptz '2026-11-01 12:00:00.5+02' as at, date '2026-11-01' as day`,
      [42, "it's $1"],
    ),
  );
  expect(rows).toEqual([
    {
      n: 42,
      share: 1.5,
      yes: true,
      nothing: null,
      word: "it's $1",
      doc: '{"a": 1}',
      at: "2026-11-01T10:00:00.500Z",
      day: "2026-11-01T00:00:00.000Z",
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
  ]);
  expect({ cached, id }).toEqual({ cached: false, id: expect.stringMatching(/^\d+\.[0-9a-f]{8}$/) });
});

onPostgres("writes nothing, and takes one statement alone", async () => {
  await expect(
    runStatement(client, statement("create table assay_should_not_be (a int)")),
  ).rejects.toMatchObject({ code: "25006" });
  await expect(runStatement(client, statement("select 1; drop table x"))).rejects.toMatchObject({
    code: "42601",
  });
  await expect(runStatement(client, statement("select * from nowhere"))).rejects.toMatchObject({
    code: "42P01",
    position: 15,
  });
});

const runningAt = async (mark: string) => {
  const other = new Client({ connectionString: server });
  await other.connect();
  const { rows } = await other.query(
    "select 1 from pg_stat_activity where application_name like $1 and state = 'active'",
    [`%${mark}%`],
  );
  await other.end();
  return rows.length;
};

onPostgres(
  "stops the engine's statement when the caller leaves, and by another client that knows its id",
  async () => {
    const leave = new AbortController();
    const left = runStatement(
      client,
      { ...statement("select pg_sleep(30)"), tag: "leaving" },
      { signal: leave.signal, submitted: () => leave.abort() },
    );
    await expect(left).rejects.toMatchObject({ code: "CANCELLED" });
    expect(await runningAt("leaving")).toBe(0);
    const { id } = await client.submit({ ...statement("select pg_sleep(30)"), tag: "orphan" });
    expect(await runningAt("orphan")).toBe(1);
    await (await openClient("postgres", settings)).cancel(id);
    await expect(client.poll(id)).rejects.toMatchObject({ code: "57014" });
    expect(await runningAt("orphan")).toBe(0);
    const chosen: string[] = [];
    const early = { ...statement("select pg_sleep(30)"), tag: "early" };
    const { id: known } = await client.submit(early, undefined, async (given) => {
      chosen.push(given);
      expect(await runningAt("early")).toBe(0);
    });
    expect(chosen).toEqual([known]);
    await (await openClient("postgres", settings)).cancel(known);
    await expect(client.poll(known)).rejects.toMatchObject({ code: "57014" });
  },
);

onPostgres("ends at its deadline", async () => {
  const late = { ...statement("select pg_sleep(30)"), deadline: Date.now() + 150 };
  await expect(runStatement(client, late)).rejects.toMatchObject({
    code: expect.stringMatching(/^(57014|DEADLINE)$/),
  });
});

test("says what the network said where nothing listens", async () => {
  const nowhere = await openClient("postgres", { ...settings, host: "127.0.0.1", port: 1 });
  await expect(runStatement(nowhere, statement("select 1"))).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
