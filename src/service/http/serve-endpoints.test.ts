import { once } from "node:events";
import { serve } from "@hono/node-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endpoints } from "#contract/endpoints.ts";
import { DatabaseDamaged } from "#service/database/database.ts";
import { createKey, listKeys, revokeKey } from "./api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const rows = Object.entries(endpoints);

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

test("never tells a key, known or not", async () => {
  const refused = await service.request("GET", "/console/v1/gates", {
    key: "none",
    headers: { "service-api-key": "wrong-key-42" },
  });
  expect(refused.status).toBe(401);
  await service.request("GET", "/console/v1/gates");
  const told = JSON.stringify([refused.text, service.logged, [...refused.headers]]);
  expect(told).not.toContain("wrong-key-42");
  expect(told).not.toContain(service.keys.write);
});

test("a key is stored as a hash only, and ends as soon as it is revoked", async () => {
  const key = await createKey(service.database, { name: "Short", kind: "console", rights: "read" }, testNow);
  const read = () =>
    service.request("GET", "/console/v1/api_keys/current", {
      key: "none",
      headers: { "SERVICE-API-KEY": key },
    });
  expect((await read()).body.data).toMatchObject({ name: "Short", rights: "read", companyID: "demo" });
  expect(JSON.stringify(await service.database.query("select * from api_key"))).not.toContain(key);
  const stored = (await listKeys(service.database)).find(({ name }) => name === "Short");
  expect(await revokeKey(service.database, stored?.id ?? "", testNow)).toBe(true);
  expect((await read()).status).toBe(401);
});

test("a key that another process revokes ends within two seconds, however often it is used", async () => {
  const key = await createKey(
    service.database,
    { name: "Elsewhere", kind: "console", rights: "read" },
    testNow,
  );
  const status = async () =>
    (
      await service.request("GET", "/console/v1/api_keys/current", {
        key: "none",
        headers: { "SERVICE-API-KEY": key },
      })
    ).status;
  expect(await status()).toBe(200);
  await service.database.transaction((transaction) =>
    transaction.query("delete from api_key where name = 'Elsewhere'"),
  );
  await expect.poll(status, { timeout: 4000, interval: 50 }).toBe(401);
});

test("the header name and a key of its own come from the settings", async () => {
  const other = await testApp({
    environment: { API_KEY_HEADER: "ASSAY-API-KEY", CONSOLE_API_KEY: "from-the-setting-of-the-service" },
  });
  const answer = await other.request("GET", "/console/v1/gates", {
    key: "none",
    headers: { "assay-api-key": "from-the-setting-of-the-service" },
  });
  expect(answer.status).toBe(200);
  await other.close();
});

test.each([
  ["an unknown path", "GET", "/console/v1/nothing", {}, 404, "Nothing is found at /console/v1/nothing"],
  ["a wrong method", "DELETE", "/console/v1/gates", {}, 405, "Method DELETE is not allowed here."],
  ["malformed JSON", "PATCH", "/console/v1/wh_connections", { body: "{" }, 400, "Bad Request Exception"],
  [
    "a body of another type",
    "PATCH",
    "/console/v1/wh_connections",
    { body: "{}", headers: { "Content-Type": "text/plain" } },
    415,
    "Send the body as Content-Type: application/json.",
  ],
  [
    "a body over 1 MiB",
    "PATCH",
    "/console/v1/wh_connections",
    { body: { bigquery: { privateKey: "x".repeat(1024 * 1024) } } },
    413,
    "The body is larger than 1 MiB.",
  ],
  [
    "an unknown version",
    "GET",
    "/console/v1/gates",
    { headers: { "SERVICE-API-VERSION": "20200101" } },
    400,
    "Bad Request Exception",
  ],
])("refuses %s in the one shape", async (_case, method, path, options, status, message) => {
  const answer = await service.request(method, path, options);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ status, message });
  expect(answer.headers.get("content-type")).toContain("application/json");
});

test.each([
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 400],
  ["a packed body", "{}", { "Content-Encoding": "gzip" }, 415],
  ["half a character", '{"snowflake":{"accountName":"\\ud800"}}', {}, 400],
  ["a number without end", '{"redshift":{"port":1e999}}', {}, 400],
  ["a field that schemas leave out", '{"snowflake":{"__proto__":{}}}', {}, 400],
])("refuses %s and stores nothing", async (_case, body, headers, status) => {
  const { app, keys } = service;
  const answer = await app.request("/console/v1/wh_connections", {
    method: "PATCH",
    headers: { "SERVICE-API-KEY": keys.write, "Content-Type": "application/json", ...headers },
    body,
  });
  expect(answer.status).toBe(status);
  expect(await service.database.query("select * from warehouse_connection")).toEqual([]);
});

test.each(["/gates/%00", "/events/a%00b", "/gates?search=%00", "/gates?tags=a,%00"])(
  "refuses a null character in the address %s, on every database",
  async (path) => {
    const { status, body } = await service.request("GET", `/console/v1${path}`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ errorMessage: "Must not hold a null character" }]);
  },
);

test("a wrong method says which ones there are", async () => {
  const { headers } = await service.request("DELETE", "/console/v1/gates");
  expect(headers.get("allow")).toBe("GET, HEAD, POST");
  const { status, body } = await service.request("POST", "/healthz");
  expect({ status, body }).toMatchObject({ status: 405, body: { status: 405 } });
});

test.each(["limit=101", "limit=-1", "limit=x", "limit=0x10", "page=1e1", "page=0", "page=1.5", "limit="])(
  "refuses paging by %s",
  async (query) => {
    const { status, body } = await service.request("GET", `/console/v1/gates?${query}`);
    expect(status).toBe(400);
    expect(body.errors?.map((problem) => problem.property)).toEqual([query.split("=")[0]]);
  },
);

test("an empty list has the shape of a full one", async () => {
  const { body } = await service.request("GET", "/console/v1/gates?search=none&limit=0&page=3");
  expect(body).toEqual({
    message: "Gates listed successfully.",
    data: [],
    pagination: {
      itemsPerPage: 0,
      pageNumber: 3,
      totalItems: 0,
      nextPage: null,
      all: "/console/v1/gates",
      previousPage: "/console/v1/gates?search=none&page=1&limit=0",
    },
  });
});

test("limits writes per key and says when to come back; reads go on", async () => {
  const limited = await testApp({ environment: { RATE_LIMIT: "2/10s,9/15m" } });
  const write = () => limited.request("PATCH", "/console/v1/wh_connections", { body: {} });
  expect((await write()).headers.get("RateLimit-Remaining")).toBe("1");
  await write();
  const refused = await write();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await limited.request("GET", "/console/v1/gates")).status).toBe(200);
  await limited.close();
});

test("prints an OpenAPI document with every endpoint of the table", async () => {
  const { app } = service;
  const document: unknown = await (await app.request("/openapi.json")).json();
  expect(document).toMatchObject({ openapi: "3.1.0" });
  for (const [name, { path }] of rows) {
    expect(document).toHaveProperty(["paths", path]);
    expect(JSON.stringify(document)).toContain(`"operationId":"${name}"`);
  }
});

test("the document says which bodies may be left out, and that creating answers 201", async () => {
  const { app } = service;
  const document: unknown = await (await app.request("/openapi.json")).json();
  const at = (path: string, method: string) => ["paths", `/console/v1/gates${path}`, method];
  expect(document).toHaveProperty([...at("", "post"), "requestBody", "required"], true);
  expect(document).toHaveProperty([...at("", "post"), "responses", "201"]);
  expect(document).toHaveProperty([...at("/{id}/enable", "put"), "requestBody", "required"], false);
  expect(document).toHaveProperty([...at("/{id}/enable", "put"), "responses", "200"]);
});

test("the document says what parameters take and which ones are needed", async () => {
  const document: unknown = await (await service.app.request("/openapi.json")).json();
  const parameters = (path: string, method: string) => ["paths", `/console/v1${path}`, method, "parameters"];
  expect(document).toHaveProperty(
    parameters("/events", "get"),
    expect.arrayContaining([
      {
        name: "limit",
        in: "query",
        required: false,
        schema: { type: "integer", minimum: 0, maximum: 100, description: "100 when absent" },
      },
    ]),
  );
  expect(document).toHaveProperty(
    parameters("/experiments/{id}/daily_results", "get"),
    expect.arrayContaining([expect.objectContaining({ name: "metric", required: true })]),
  );
  expect(document).toHaveProperty(
    parameters("/dynamic_configs/{id}", "post"),
    expect.arrayContaining([
      {
        name: "dryRun",
        in: "query",
        required: false,
        schema: { type: "boolean", description: "false when absent" },
      },
      expect.objectContaining({ name: "If-Match", in: "header" }),
    ]),
  );
});

test("answers carry a request id and a policy that allows scripts of this service only", async () => {
  const { headers } = await service.request("GET", "/console/v1/gates");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get("content-security-policy")).toContain("script-src 'self';");
  expect(service.logged.at(-1)).toMatchObject({
    method: "GET",
    path: "/console/v1/gates",
    status: 200,
    key: "Test writer",
  });
  const current = await service.request("GET", "/console/v1/api_keys/current");
  expect(current.headers.get("cache-control")).toBe("no-store");
});

test("a failure inside answers with a request id and nothing internal", async () => {
  const broken = await testApp();
  await broken.database.query("drop table event_view");
  const answer = await broken.app.request("/console/v1/event_views", {
    headers: { "SERVICE-API-KEY": broken.keys.write },
  });
  expect(answer.status).toBe(500);
  const body: unknown = await answer.json();
  await broken.close();
  expect(body).toEqual({ status: 500, message: "Internal server error", requestID: expect.any(String) });
});

test("alive and ready need no key", async () => {
  expect((await service.app.request("/healthz")).status).toBe(200);
  expect((await service.app.request("/readyz")).status).toBe(200);
});

test("412 carries the tag of the current version", async () => {
  await service.request("POST", "/console/v1/gates", { body: { name: "A gate", description: "" } });
  const answer = await service.request("PATCH", "/console/v1/gates/a_gate", {
    body: { description: "x" },
    headers: { "If-Match": '"99"' },
  });
  expect([answer.status, answer.headers.get("etag")]).toEqual([412, '"1"']);
});

test.each([
  ["localhost:4000", "http://localhost:4000"],
  ["console.example", "http://localhost:4000"],
])("links of a request to %s lead to %s where no CONSOLE_URL is set", async (host, expected) => {
  const other = await testApp({ environment: { CONSOLE_URL: "", HOST: "0.0.0.0" } });
  await other.request("POST", `http://${host}/console/v1/gates`, {
    body: { name: "A gate", description: "" },
  });
  const { text } = await other.request("GET", `http://${host}/console/v1/gates/a_gate`);
  expect([...text.matchAll(/"(https?:\/\/[^/"]+)/g)].map(([, origin]) => origin)).toContain(expected);
  expect(text).not.toContain("console.example");
  await other.close();
});

test("reads are limited by key; so are requests with a wrong key, which does not touch those with a right one", async () => {
  const other = await testApp({ environment: { READ_LIMIT: "3/60s" } });
  const read = (key: "read" | "none") => other.request("GET", "/console/v1/gates", { key });
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await read("read")).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  let wrong = await read("none");
  for (let count = 0; count < 200 && wrong.status === 401; count += 1) wrong = await read("none");
  expect(wrong.body.message).toMatch(/^Too many requests with a wrong key\. Try again in \d+ s\.$/);
  expect(wrong.headers.get("retry-after")).not.toBeNull();
  const { status } = await other.request("POST", "/console/v1/gates", {
    body: { name: "A gate", description: "" },
  });
  expect(status).toBe(201);
  await other.close();
});

test("browsers are told to keep to https where the console has such an address", async () => {
  expect((await service.request("GET", "/healthz")).headers.get("strict-transport-security")).toBe(
    "max-age=31536000",
  );
  const other = await testApp({ environment: { CONSOLE_URL: "http://console.test" } });
  expect((await other.request("GET", "/healthz")).headers.get("strict-transport-security")).toBeNull();
  await other.close();
});

test("a client that is still sending a large body gets the refusal, not a closed connection", async () => {
  const server = serve({ fetch: service.app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const send = (length: number) =>
    fetch(`http://127.0.0.1:${port}/console/v1/gates`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "SERVICE-API-KEY": "wrong" },
      body: "x".repeat(length),
    }).then(
      ({ status }) => status,
      () => "closed",
    );
  const statuses = new Set<unknown>();
  for (let count = 0; count < 20; count += 1) {
    statuses.add(await send(1_000_000));
    statuses.add(await send(5_000_000));
  }
  expect(statuses).toEqual(new Set([401, 413]));
  server.close();
});

test("a part of the database that is damaged is said without its place on this machine", async () => {
  service.database.query = () =>
    Promise.reject(new DatabaseDamaged("The database /secret/place is damaged."));
  const { status, text } = await service.request("GET", "/console/v1/gates");
  expect(status).toBe(503);
  expect(text).toContain("A part of the database is damaged.");
  expect(text).not.toContain("/secret/place");
});

test("the health check says what is wrong: alive without room for changes, failing without a database", async () => {
  const healthz = () => service.request("GET", "/healthz", { key: "none" });
  expect((await healthz()).body).toEqual({ status: "alive" });
  service.database.trouble = async () => ({ isDown: false, message: "No room" });
  expect(await healthz()).toMatchObject({ status: 200, body: { status: "alive", problem: "No room" } });
  service.database.trouble = async () => ({ isDown: true, message: "Damaged" });
  expect(await healthz()).toMatchObject({ status: 503, body: { status: "failing", problem: "Damaged" } });
});
