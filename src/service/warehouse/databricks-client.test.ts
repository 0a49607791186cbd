import { afterEach, expect, test } from "vitest";
import { openClient } from "./open-client.ts";
import { runStatement } from "./run-statement.ts";
import type { WarehouseValue } from "./statement.ts";
import { fault, parsed } from "./vendor-server.test-support.ts";
import { databricksServer, secret, settings, table } from "./databricks-server.test-support.ts";

const opened: { close(): void }[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));

async function start(...given: Parameters<typeof databricksServer>) {
  const { server, statements, state } = await databricksServer(...given);
  opened.push(server);
  const client = await openClient("databricks", settings, { databricks: server.origin });
  return { server, statements, state, client };
}
const statement = (text: string, values: readonly WarehouseValue[] = [], ms = 20_000) => ({
  text,
  values,
  tag: "assay checkout,test load 17",
  deadline: Date.now() + ms,
});
const submits = (server: { sent: readonly { method: string; path: string; text: string }[] }) =>
  server.sent.filter(({ method, path }) => method === "POST" && path === "/api/2.0/sql/statements");

test("sends typed values by name, reads every chunk, and asks the history for the bytes", async () => {
  const { server, client } = await start(() => ({
    columns: [
      ["N", "BIGINT"],
      ["share", "DECIMAL(10,2)"],
      ["is_on", "BOOLEAN"],
      ["at", "TIMESTAMP"],
      ["tags", "ARRAY<STRING>"],
    ],
    chunks: [
      [["42", "0.50", "true", "2026-11-01T08:00:00.500Z", '["a"]']],
      [["43", null, "false", null, null]],
      [["44", "1.5", null, "2026-11-01T08:00:00.000Z", null]],
    ],
  }));
  const answer = await runStatement(client, statement("select $2, ':p1', $1", [42, "it's :p1"]));
  expect(answer.rows).toEqual([
    { n: 42, share: 0.5, is_on: true, at: "2026-11-01T08:00:00.500Z", tags: '["a"]' },
    { n: 43, share: null, is_on: false, at: null, tags: null },
    { n: 44, share: 1.5, is_on: null, at: "2026-11-01T08:00:00.000Z", tags: null },
  ]);
  expect(answer).toMatchObject({ bytes: 4096, cached: true, id: "st-0" });
  const [submit] = server.sent.filter(({ path }) => path === "/api/2.0/sql/statements");
  expect(submit && parsed(submit)).toEqual({
    statement: "select :p2, ':p1', :p1",
    warehouse_id: "abc123",
    wait_timeout: "0s",
    disposition: "INLINE",
    format: "JSON_ARRAY",
    parameters: [
      { name: "p1", type: "BIGINT", value: "42" },
      { name: "p2", type: "STRING", value: "it's :p1" },
    ],
    query_tags: [{ key: "assay", value: "assay checkout_test load 17" }],
  });
});

test("waits while it is busy, and does not submit twice what may run already", async () => {
  const { server, client, statements } = await start(() => table(["a"], [["1"]]));
  server.faults.push(
    fault(/statements$/, {
      status: 429,
      body: { error_code: "REQUEST_LIMIT_EXCEEDED", message: "slow down" },
    }),
    fault(/^GET .*statements/, { status: 503, body: { error_code: "TEMPORARILY_UNAVAILABLE" } }),
    fault(/^GET .*statements/, "cut"),
  );
  expect((await runStatement(client, statement("select 1"))).rows).toEqual([{ a: "1" }]);
  server.faults.push(fault(/statements$/, "lost"));
  await expect(client.submit(statement("select 2"))).rejects.toMatchObject({
    code: expect.stringMatching(/UND_ERR_SOCKET|ECONNRESET/),
  });
  expect([...statements.values()].map(({ text }) => text)).toEqual(["select 1", "select 2"]);
});

test("takes another token once where one has expired, also when that is answered with 403", async () => {
  const { client, state, server } = await start(() => table(["a"], [["1"]]));
  await runStatement(client, statement("select 1"));
  // The token that the service has cached is no longer valid.
  state.tokens.push("another-token-altogether");
  await expect(runStatement(client, statement("select 1"))).resolves.toMatchObject({ rows: [{ a: "1" }] });
  expect(state.tokens).toHaveLength(3);
  server.faults.push(
    ...[1, 2, 3].map(() =>
      fault(/statements$/, {
        status: 403,
        body: { error_code: "PERMISSION_DENIED", message: "app-1 does not have permission to use warehouse" },
      }),
    ),
  );
  const before = submits(server).length;
  await expect(client.submit(statement("select 1"))).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  expect(submits(server).length - before).toBe(2);
});

test("says why a statement failed with code and place, and refuses half an answer", async () => {
  const message =
    "[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column `nope` cannot be resolved. SQLSTATE: 42703; line 1, pos 7";
  const { client, server } = await start((text) =>
    text.includes("nope")
      ? { error_code: "BAD_REQUEST", message }
      : { columns: [["a", "STRING"]], chunks: [[["1"]]], truncated: true },
  );
  await expect(runStatement(client, statement("select nope"))).rejects.toMatchObject({
    code: "UNRESOLVED_COLUMN.WITH_SUGGESTION",
    message,
    position: 8,
  });
  expect(submits(server)).toHaveLength(1);
  await expect(runStatement(client, statement("select 1"))).rejects.toMatchObject({ code: "TRUNCATED" });
});

test("quotes neither secret nor token, whatever the server repeats", async () => {
  const { server } = await start(() => table(["a"], []));
  const wrong = await openClient(
    "databricks",
    { ...settings, oauthClientID: "app-2" },
    { databricks: server.origin },
  );
  const refusal = await wrong.submit(statement("select 1")).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: "invalid_client",
    message: "Client authentication failed Basic •••",
  });
  const { oauthClientID: _, ...personal } = settings;
  const token = await openClient("databricks", personal, { databricks: server.origin });
  await expect(token.submit(statement("select 1"))).rejects.toMatchObject({
    code: "403",
    message: "Invalid Token Bearer •••",
  });
  expect(JSON.stringify(refusal)).not.toContain(secret);
});

test("stops what nobody waits for, also by another client that knows the id, and at the deadline", async () => {
  const { client, server, statements } = await start(() => table(["a"], []), Infinity);
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
  await (await openClient("databricks", settings, { databricks: server.origin })).cancel(id);
  expect([...statements.values()].map(({ isCancelled }) => isCancelled)).toEqual([true, true, true]);
  await expect(client.cancel("st-99")).resolves.toBeUndefined();
});

test("one whose id was never heard of is found in the history by its mark and stopped, and no other one", async () => {
  const { client, server, statements } = await start(() => table(["a"], []), Infinity);
  server.faults.push(fault(/statements$/, "lost"));
  const lost = { ...statement("select 1"), mark: "0a1b2c3d" };
  await expect(client.submit(lost)).rejects.toMatchObject({ isUnanswered: true });
  for (const mark of ["ffffffff", "fffffffe", undefined])
    await client.submit({ ...statement("select 1"), mark });
  const next = await openClient("databricks", settings, { databricks: server.origin });
  await next.cancelMarked?.("0a1b2c3d");
  expect([...statements.values()].map(({ isCancelled }) => isCancelled)).toEqual([true, false, false, false]);
});

test("knows a path that is no SQL warehouse's, and the console's own warehouse", async () => {
  const { server } = await start(() => table(["a"], []));
  const cluster = { ...settings, path: "/sql/protocolv1/o/1/0101-abc" };
  await expect(
    (await openClient("databricks", cluster, { databricks: server.origin })).submit(statement("select 1")),
  ).rejects.toMatchObject({ code: "NO_WAREHOUSE_PATH" });
  const own = { ...settings, consoleComputePath: "/sql/1.0/warehouses/quick9" };
  const client = await openClient("databricks", own, { databricks: server.origin });
  await client.submit({ ...statement("select 1"), isInteractive: true });
  expect(server.sent.at(-1)?.text).toContain('"warehouse_id":"quick9"');
});
