import { afterEach, expect, test } from "vitest";
import { openClient } from "./open-client.ts";
import { runStatement } from "./run-statement.ts";
import type { WarehouseValue } from "./statement.ts";
import { fault, parsed } from "./vendor-server.test-support.ts";
import { bigQueryServer, nested, refusal, settings, table } from "./bigquery-server.test-support.ts";

const opened: { close(): void }[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));

async function start(...given: Parameters<typeof bigQueryServer>) {
  const { server, jobs, state } = await bigQueryServer(...given);
  opened.push(server);
  const client = await openClient("bigquery", settings, { google: server.origin });
  return { server, jobs, state, client };
}
const statement = (text: string, values: readonly WarehouseValue[] = [], ms = 20_000) => ({
  text,
  values,
  tag: "assay Checkout test, load 17",
  deadline: Date.now() + ms,
});
const inserts = (server: { sent: readonly { method: string; path: string; text: string }[] }) =>
  server.sent.filter(({ path, text }) => path.endsWith("/jobs") && !text.includes('"dryRun":true'));

test("sends typed values by name, limits and tag, and reads every page with structures and lists", async () => {
  const { server, client } = await start(() => ({
    bytes: 5_000_000,
    fields: [
      { name: "N", type: "INTEGER" },
      { name: "share", type: "FLOAT" },
      { name: "is_on", type: "BOOLEAN" },
      { name: "at", type: "TIMESTAMP" },
      { name: "day", type: "DATE" },
      {
        name: "items",
        type: "RECORD",
        mode: "REPEATED",
        fields: [
          { name: "sku", type: "STRING" },
          { name: "n", type: "INTEGER" },
        ],
      },
    ],
    pages: [
      [["42", "0.5", "true", "1793520000500000", "2026-11-01", [{ v: nested(["a", "2"]) }]]],
      [["43", null, "false", null, null, []]],
    ],
  }));
  const answer = await runStatement(client, {
    ...statement("select @x, $2, $1, $1, $3", [42, 0.5, null]),
    byteLimit: 6e6,
  });
  expect(answer.rows).toEqual([
    {
      n: 42,
      share: 0.5,
      is_on: true,
      at: "2026-11-01T08:00:00.500Z",
      day: "2026-11-01T00:00:00.000Z",
      items: '[{"sku":"a","n":"2"}]',
    },
    { n: 43, share: null, is_on: false, at: null, day: null, items: "[]" },
  ]);
  expect(answer.columns.map(({ type }) => type).join()).toBe("number,number,boolean,time,time,json");
  expect(answer).toMatchObject({
    bytes: 5e6,
    cached: false,
    id: expect.stringMatching(/^my-project-123:europe-west3\.assay_[0-9a-f-]{36}$/),
  });
  const [submit] = server.sent.filter(({ text }) => text.includes('"jobId"'));
  expect(submit && parsed(submit)).toEqual({
    jobReference: {
      projectId: "my-project-123",
      jobId: answer.id.split(".")[1],
      location: "europe-west3",
    },
    configuration: {
      dryRun: false,
      jobTimeoutMs: expect.stringMatching(/^(20000|19\d{3})$/),
      labels: { assay: "assay_checkout_test__load_17" },
      query: {
        query: "select @x, @p2, @p1, @p1, @p3",
        useLegacySql: false,
        parameterMode: "NAMED",
        queryParameters: [
          { name: "p1", parameterType: { type: "INT64" }, parameterValue: { value: "42" } },
          { name: "p2", parameterType: { type: "FLOAT64" }, parameterValue: { value: "0.5" } },
          { name: "p3", parameterType: { type: "STRING" }, parameterValue: { value: null } },
        ],
        maximumBytesBilled: "6000000",
      },
    },
  });
});

test("runs once what is sent again, and waits where there is too much at once, also when that is a 403", async () => {
  const { server, client, jobs } = await start(() => table(["a"], [["1"]]));
  server.faults.push(
    (sent) => (sent.text.includes('"jobId"') ? "lost" : undefined),
    fault(/queries/, refusal(403, "rateLimitExceeded", "Exceeded rate limits: too many api requests")),
    fault(/queries/, refusal(503, "backendError", "Retry")),
  );
  expect((await runStatement(client, statement("select 1"))).rows).toEqual([{ a: "1" }]);
  expect(jobs.size).toBe(1);
  expect(inserts(server)).toHaveLength(2);
});

test("runs nothing but SELECT where no rows are staged", async () => {
  const { client, jobs } = await start((text) => ({
    fields: [],
    pages: [[]],
    kind: text.includes("drop") ? "SCRIPT" : "CREATE_TABLE_AS_SELECT",
  }));
  await expect(client.submit(statement("select 1; drop table shop.events"))).rejects.toMatchObject({
    code: "NOT_SELECT",
    message: "Only SELECT is run, and this is SCRIPT.",
  });
  expect(jobs.size).toBe(0);
  await client.submit({ ...statement("create table own.t as select 1"), mayWrite: true });
  expect(jobs.size).toBe(1);
});

test("estimates without a job, and says by how much a limit is too small", async () => {
  const { client, jobs } = await start(() => ({ ...table(["a"], []), bytes: 20_000_000 }));
  await expect(client.estimate?.(statement("select 1"))).resolves.toEqual({ bytes: 20_000_000 });
  expect(jobs.size).toBe(0);
  await expect(runStatement(client, { ...statement("select 1"), byteLimit: 1e6 })).rejects.toMatchObject({
    code: "bytesBilledLimitExceeded",
    message: "Query exceeded limit for bytes billed: 1000000. 20971520 or higher required.",
  });
});

test("asks once where it is refused, and says the code and the place", async () => {
  const { client, server } = await start((text) =>
    text.includes("nope")
      ? { reason: "invalidQuery", message: "Unrecognized name: nope at [2:3]" }
      : { reason: "accessDenied", message: "Access Denied: Table shop.events", status: 403 },
  );
  await expect(client.submit(statement("select\n  nope"))).rejects.toMatchObject({
    code: "invalidQuery",
    status: 400,
    position: 10,
  });
  await expect(client.submit(statement("select 1"))).rejects.toMatchObject({ code: "accessDenied" });
  expect(server.sent.filter(({ path }) => path.endsWith("/jobs"))).toHaveLength(2);
});

test("takes another token once where one is refused, and quotes neither it nor what signed for it", async () => {
  const { client, state, server } = await start(() => table(["a"], [["1"]]));
  await runStatement(client, statement("select 1"));
  state.tokens.push("another-token-altogether");
  await expect(runStatement(client, statement("select 1"))).resolves.toMatchObject({ rows: [{ a: "1" }] });
  expect(state.tokens).toHaveLength(3);
  server.faults.push(
    ...[1, 2].map(
      () => (sent: { path: string; headers: { authorization?: string | undefined } }) =>
        sent.path.endsWith("/jobs")
          ? refusal(401, "authError", `Invalid credentials: ${sent.headers.authorization}`)
          : undefined,
    ),
  );
  await expect(client.submit(statement("select 1"))).rejects.toMatchObject({
    message: "Invalid credentials: Bearer •••",
  });
  const keyFile = settings.privateKey.replace("assay@", "stranger@");
  const stranger = await openClient(
    "bigquery",
    { ...settings, privateKey: keyFile },
    { google: server.origin },
  );
  await expect(stranger.submit(statement("select 1"))).rejects.toMatchObject({
    code: "invalid_grant",
    message: "Invalid JWT Signature. •••",
  });
});

test("stops what nobody waits for, also by another client that knows the id, and at the deadline", async () => {
  const { client, server, jobs } = await start(() => table(["a"], []), Infinity);
  const leave = new AbortController();
  const left = runStatement(client, statement("select 1"), {
    signal: leave.signal,
    submitted: () => leave.abort(),
  });
  await expect(left).rejects.toMatchObject({ code: "CANCELLED" });
  await expect(runStatement(client, statement("select 2", [], 500))).rejects.toMatchObject({
    code: "DEADLINE",
  });
  const { id } = await client.submit(statement("select 3"));
  await (await openClient("bigquery", settings, { google: server.origin })).cancel(id);
  expect([...jobs.values()].map(({ isCancelled }) => isCancelled)).toEqual([true, true, true]);
  await expect(client.cancel("my-project-123:US.assay_unknown")).resolves.toBeUndefined();
});

test("bills what somebody waits for to the project of the console", async () => {
  const { server } = await start(() => table(["a"], []));
  const own = { ...settings, consoleComputeProject: "console-project-1" };
  const client = await openClient("bigquery", own, { google: server.origin });
  const { id } = await client.submit({ ...statement("select 1"), isInteractive: true });
  expect(id).toMatch(/^console-project-1:europe-west3\./);
  expect(server.sent.at(-1)?.path).toBe("/bigquery/v2/projects/console-project-1/jobs");
});

test("a job has its id before it is sent, by which it is stopped when no answer came, and none is missed", async () => {
  const { server, client, jobs } = await start(() => table(["n"], [["1"]]), Infinity);
  const ids: string[] = [];
  let sentBefore = -1;
  await client.submit(statement("select 1"), undefined, async (id) => {
    ids.push(id);
    sentBefore = inserts(server).length;
  });
  expect(sentBefore).toBe(0);
  const [id = ""] = ids;
  await client.cancel(id);
  expect([...jobs.values()].map(({ isCancelled }) => isCancelled)).toEqual([true]);
  await client.cancel(id.replace("assay_", "assay_never"));
});
