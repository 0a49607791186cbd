import { afterEach, expect, test } from "vitest";
import { openClient } from "./open-client.ts";
import { runStatement } from "./run-statement.ts";
import type { WarehouseValue } from "./statement.ts";
import { fault, parsed } from "./vendor-server.test-support.ts";
import { privateKey, settings, snowflakeServer, table } from "./snowflake-server.test-support.ts";

const opened: { close(): void }[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));

async function start(...given: Parameters<typeof snowflakeServer>) {
  const { server, statements } = await snowflakeServer(...given);
  opened.push(server);
  const client = await openClient("snowflake", settings, { snowflake: server.origin });
  return { server, statements, client };
}
const statement = (text: string, values: readonly WarehouseValue[] = [], ms = 20_000) => ({
  text,
  values,
  tag: "assay checkout_test load 17",
  deadline: Date.now() + ms,
});
const submits = (server: { sent: readonly { method: string; path: string }[] }) =>
  server.sent.filter(({ method, path }) => method === "POST" && path === "/api/v2/statements");

test("sends values with their types beside the text, and reads every partition by names in lower case", async () => {
  const { server, client } = await start(() => ({
    columns: [
      ["N", "fixed"],
      ["SHARE", "real"],
      ["IS_ON", "boolean"],
      ["WORD", "text"],
      ["DOC", "variant"],
      ["DAY", "date"],
      ["AT", "timestamp_ntz"],
      ["ZONED", "timestamp_tz"],
    ],
    partitions: [
      [
        [
          "42",
          "0.5",
          "true",
          "it's ?",
          '{"a":1}',
          "20758",
          "1793520000.500000000",
          "1793520000.000000000 1560",
        ],
      ],
      [["43", null, "false", null, null, null, null, "1793520000000000000 960"]],
    ],
  }));
  const { rows, bytes, id, columns } = await runStatement(
    client,
    statement("select '$1', $2, $1, $3, $4, $5", [42, 0.5, "it's ?", true, null]),
  );
  expect(rows).toEqual([
    {
      n: 42,
      share: 0.5,
      is_on: true,
      word: "it's ?",
      doc: '{"a":1}',
      day: "2026-11-01T00:00:00.000Z",
      at: "2026-11-01T08:00:00.500Z",
      zoned: "2026-11-01T08:00:00.000Z",
    },
    {
      n: 43,
      share: null,
      is_on: false,
      word: null,
      doc: null,
      day: null,
      at: null,
      zoned: "2026-11-01T08:00:00.000Z",
    },
  ]);
  expect(columns.map(({ type }) => type).join()).toBe("number,number,boolean,text,json,time,time,time");
  expect({ bytes, id }).toEqual({ bytes: null, id: "01b1-0" });
  const [submit] = server.sent;
  expect(submit && parsed(submit)).toEqual({
    statement: "select '$1', ?, ?, ?, ?, ?",
    timeout: 20,
    warehouse: "ASSAY_WH",
    bindings: {
      1: { type: "REAL", value: "0.5" },
      2: { type: "FIXED", value: "42" },
      3: { type: "TEXT", value: "it's ?" },
      4: { type: "BOOLEAN", value: "true" },
      5: { type: "TEXT", value: null },
    },
    parameters: { query_tag: "assay checkout_test load 17", timezone: "UTC", multi_statement_count: "1" },
  });
});

test("waits while it is busy, and runs once what is sent again", async () => {
  const { server, client, statements } = await start(() => table(["A"], [["1"]]));
  server.faults.push(
    fault(/^POST/, { status: 429, body: { message: "Too many requests." }, headers: { "Retry-After": "0" } }),
    fault(/^POST/, { status: 503, body: "<html>busy</html>" }),
    fault(/^POST/, "lost"),
    fault(/^GET/, "cut"),
  );
  const { rows } = await runStatement(client, statement("select 1 as a"));
  expect(rows).toEqual([{ a: "1" }]);
  const ids = submits(server).map((sent) => "query" in sent && String(sent.query));
  expect(statements.size).toBe(1);
  expect(ids).toEqual([
    expect.stringMatching(/^async=true&requestId=[0-9a-f-]{36}$/),
    `${String(ids[0])}&retry=true`,
    `${String(ids[0])}&retry=true`,
    `${String(ids[0])}&retry=true`,
  ]);
});

test("asks once where it is refused, and says the code and the place", async () => {
  const message = "SQL compilation error: error line 1 at position 7\ninvalid identifier 'NOPE'";
  const { server, client } = await start(() => ({ code: "000904", message }));
  await expect(runStatement(client, statement("select nope"))).rejects.toMatchObject({
    code: "000904",
    status: 422,
    message,
    position: 8,
  });
  expect(submits(server)).toHaveLength(1);
});

test("makes a new token when one is refused, once, and quotes it nowhere", async () => {
  const { server, client } = await start(() => table(["A"], [["1"]]));
  server.faults.push(fault(/^POST/, { status: 401, body: { code: "390318", message: "Token expired" } }));
  await expect(runStatement(client, statement("select 1"))).resolves.toMatchObject({ rows: [{ a: "1" }] });
  expect(submits(server)).toHaveLength(2);
  // By the server's clock our tokens are from tomorrow, and its error repeats them.
  server.ahead = -86_400;
  const other = await openClient("snowflake", settings, { snowflake: server.origin });
  const before = server.sent.length;
  const refusal = await runStatement(other, statement("select 1")).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "390144", message: "JWT token is invalid. Bearer •••" });
  expect(server.sent.length - before).toBe(2);
});

test("stops what nobody waits for, also by another client that knows the id, and at the deadline", async () => {
  const { client, server, statements } = await start(() => table(["A"], []), Infinity);
  const leave = new AbortController();
  const left = runStatement(client, statement("select 1"), {
    signal: leave.signal,
    submitted: () => leave.abort(),
  });
  await expect(left).rejects.toMatchObject({ code: "CANCELLED" });
  await expect(runStatement(client, statement("select 2", [], 200))).rejects.toMatchObject({
    code: "DEADLINE",
  });
  const { id } = await client.submit(statement("select 3"));
  await (await openClient("snowflake", settings, { snowflake: server.origin })).cancel(id);
  expect([...statements.values()].map(({ isCancelled }) => isCancelled)).toEqual([true, true, true]);
  await expect(client.cancel("01b1-unknown")).resolves.toBeUndefined();
});

test("a statement of which no answer came is stopped by the id of its request, and one that never arrived reads nothing", async () => {
  const { client, server, statements } = await start(() => table(["A"], []), Infinity);
  const ids: string[] = [];
  await client.submit(statement("select 1 as a"), undefined, async (id) => {
    expect(submits(server)).toHaveLength(0);
    ids.push(id);
  });
  const next = await openClient("snowflake", settings, { snowflake: server.origin });
  await next.cancel(ids[0] ?? "");
  await next.cancel("request 00000000-0000-4000-8000-000000000000");
  const seen = [...statements.values()].map(({ text, isCancelled }) => [text, isCancelled]);
  expect(seen).toEqual([
    ["select 1 as a", true],
    ["select 1", true],
  ]);
});

test("asks the plan for what a statement would read", async () => {
  const plan = JSON.stringify({
    GlobalStats: { partitionsTotal: 9, partitionsAssigned: 2, bytesAssigned: 5120 },
  });
  const { client, server } = await start(() => table(["content"], [[plan]]));
  await expect(client.estimate?.(statement("select 1"))).resolves.toEqual({ bytes: 5120 });
  expect(submits(server)).toHaveLength(1);
  expect(server.sent[0]?.text).toContain('"explain using json select 1"');
});

test("runs what somebody waits for on the warehouse of the console, and takes a name in quotation marks as it is", async () => {
  const { server } = await start(() => table(["A"], []));
  const own = { ...settings, consoleComputeWarehouse: '"Quick one"' };
  const client = await openClient("snowflake", own, { snowflake: server.origin });
  await runStatement(client, { ...statement("select 1"), isInteractive: true });
  expect(server.sent[0]?.text).toContain('"warehouse":"Quick one"');
});

test("says of a key that cannot be read no word of it", async () => {
  const { server } = await start(() => table(["A"], []));
  const broken = { ...settings, privateKey: privateKey.split("\n").slice(1).join("\n") };
  const client = await openClient("snowflake", broken, { snowflake: server.origin });
  await expect(runStatement(client, statement("select 1"))).rejects.toMatchObject({
    code: "BAD_KEY",
    message: "Could not deserialize key data",
  });
});
