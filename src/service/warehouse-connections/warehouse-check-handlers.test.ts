import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WarehouseCheck } from "#contract/warehouse-check.ts";
import {
  settings as snowflake,
  snowflakeServer,
  table,
} from "#service/warehouse/snowflake-server.test-support.ts";
import { testApp } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const path = "/console/v1/wh_connections/checks";

/** Runs a test of settings and returns its steps once it has ended. */
async function examined(provider: string, settings: object) {
  const begun = await service.request("POST", path, { body: { provider, settings } });
  expect(begun.status).toBe(200);
  const { id } = WarehouseCheck.parse(begun.body.data);
  const read = async () => WarehouseCheck.parse((await service.request("GET", `${path}/${id}`)).body.data);
  await expect.poll(async () => (await read()).isFinished, { timeout: 20_000, interval: 20 }).toBe(true);
  return (await read()).steps;
}
const states = (steps: Awaited<ReturnType<typeof examined>>) => steps.map(({ state }) => state);

const server = process.env["TEST_DATABASE_URL"];
const url = new URL(server ?? "postgres://nobody@127.0.0.1:1/none");
const here = {
  host: url.hostname,
  port: Number(url.port),
  database: url.pathname.slice(1),
  username: decodeURIComponent(url.username),
  useTls: false,
};

test("a form that is not complete fails at its field, nothing else is reached, and nothing is stored", async () => {
  const steps = await examined("postgres", {
    host: "127.0.0.1",
    database: "shop",
    password: "hunter2-hunter2",
  });
  expect(steps[0]).toMatchObject({ name: "Form", state: "failed", field: "username", who: "you" });
  expect(new Set(states(steps.slice(1)))).toEqual(new Set(["not reached"]));
  expect(await service.database.query("select * from warehouse_connection")).toEqual([]);
  expect((await examined("postgres", { host: "https://x" }))[0]).toMatchObject({ field: "host" });
});

test("only a key that may write tests a connection, and only fields that there are", async () => {
  const body = { provider: "trino", settings: {} };
  expect((await service.request("POST", path, { key: "read", body })).status).toBe(403);
  const other = await service.request("POST", path, { body: { ...body, settings: { hots: "x" } } });
  expect(other.body.errors).toMatchObject([{ property: "settings.hots" }]);
});

test("a port where nothing listens is the network's, and the stored secret is told nowhere", async () => {
  const secret = "canary-5f0c1e";
  await service.request("PATCH", "/console/v1/wh_connections", {
    body: { postgres: { ...here, host: "127.0.0.1", port: 1, username: secret, password: secret } },
  });
  const steps = await examined("postgres", {});
  expect(steps[1]).toMatchObject({
    state: "failed",
    code: "ECONNREFUSED",
    field: "port",
    who: "network",
    tried: "127.0.0.1:1",
  });
  expect(JSON.stringify([steps, service.logged])).not.toContain(secret);
});

test.skipIf(!server)(
  "goes through PostgreSQL step by step, and names the right that goes too far",
  async () => {
    const admin = new Client({ connectionString: server });
    await admin.connect();
    const mark = `doctor_${Date.now().toString(36)}`;
    await admin.query(`create role ${mark} login password 'canary-5f0c1e'; create schema ${mark}; create schema ${mark}_own authorization ${mark};
    create table ${mark}.orders (a int); grant usage on schema ${mark} to ${mark}; grant select on ${mark}.orders to ${mark}`);
    const settings = {
      ...here,
      username: mark,
      password: "canary-5f0c1e",
      schema: mark,
      stagingSchema: `${mark}_own`,
    };
    try {
      const steps = await examined("postgres", settings);
      expect(states(steps)).toEqual(steps.map(({ name }) => (name === "Clock" ? "skipped" : "passed")));
      expect(steps.map(({ sentence }) => sentence)).toContain(`1 of 1 tables of ${mark} may be read.`);
      expect(await admin.query(`select 1 from pg_tables where schemaname = '${mark}_own'`)).toMatchObject({
        rowCount: 0,
      });

      await admin.query(`grant insert on ${mark}.orders to ${mark}`);
      const wide = (await examined("postgres", settings)).find(({ name }) => name === "Too many rights");
      expect(wide).toMatchObject({ state: "warned", who: "warehouse admin" });
      expect(wide?.sentence).toContain(
        `revoke insert, update, delete, truncate on ${mark}.orders from ${mark};`,
      );

      await admin.query(`revoke usage on schema ${mark} from ${mark}`);
      const shut = (await examined("postgres", settings)).find(({ state }) => state === "failed");
      expect(shut).toMatchObject({ name: "Catalog", field: "schema", who: "warehouse admin" });

      const unknown = await examined("postgres", { ...settings, database: "nowhere_at_all" });
      expect(unknown[3]).toMatchObject({
        name: "Sign-in",
        state: "failed",
        code: "3D000",
        field: "database",
      });

      // The server's message contains the user name, which here equals the password.
      const told = await examined("postgres", { ...settings, username: "canary-5f0c1e" });
      expect(told[3]).toMatchObject({ state: "failed", code: "28000", field: "username" });
      expect(JSON.stringify([told, service.logged])).not.toContain("canary-5f0c1e");
    } finally {
      await admin.query(`drop schema ${mark}, ${mark}_own cascade; drop role ${mark}`);
      await admin.end();
    }
  },
);

/**
 * A server for Trino's protocol, by its documentation: a statement is read over two further addresses, the first time
 * after a rejection.
 */
async function trinoServer() {
  const sent: { method: string | undefined; url: string | undefined; text: string }[] = [];
  let busy = 1;
  const answers = (text: string): { columns: object[]; data: unknown[][] } => {
    if (text.includes("schemata")) return { columns: [{ name: "name", type: "varchar" }], data: [["shop"]] };
    if (text.includes("table_privileges"))
      return {
        columns: [
          { name: "writable", type: "bigint" },
          { name: "example", type: "varchar" },
        ],
        data: [[0, null]],
      };
    if (text.includes("current_user"))
      return {
        columns: [
          { name: "name", type: "varchar" },
          { name: "version", type: "varchar" },
        ],
        data: [["assay", "476"]],
      };
    return { columns: [{ name: "tables", type: "bigint" }], data: [[3]] };
  };
  const texts: string[] = [];
  const listening = createServer((request, response) => void respond(request, response));
  async function respond(request: IncomingMessage, response: ServerResponse) {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { method, url: address = "" } = request;
    sent.push({ method, url: address, text });
    const send = (status: number, body?: object) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(body && JSON.stringify(body));
    };
    if (method === "DELETE") return send(204);
    if (busy > 0) {
      busy -= 1;
      return send(503);
    }
    const stats = { state: "RUNNING", processedBytes: 12, physicalInputBytes: 8 };
    const at = (query: number, part: number) => ({
      nextUri: `https://proxy.example/v1/statement/executing/${query}/${part}?slug=a`,
    });
    if (method === "POST") {
      texts.push(text);
      return send(200, { id: `q_${texts.length - 1}`, stats, ...at(texts.length - 1, 0) });
    }
    const [, query = 0, part = 0] = (/executing\/(\d+)\/(\d+)/.exec(address) ?? []).map(Number);
    const { columns, data } = answers(texts[query] ?? "");
    const id = `q_${query}`;
    return part === 0
      ? send(200, { id, stats, columns, ...at(query, 1) })
      : send(200, { id, stats, columns, data });
  }
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    sent,
    close: () => listening.close(),
  };
}

test("goes through Trino's protocol: waits while it is busy, follows its parts on the same host, and cancels", async () => {
  const trino = await trinoServer();
  try {
    const steps = await examined("trino", {
      host: "127.0.0.1",
      port: trino.port,
      useTls: false,
      username: "assay",
      catalog: "hive",
      schema: "shop",
    });
    expect(steps.filter(({ state }) => state !== "passed").map(({ name }) => name)).toEqual([
      "Clock",
      "Write staging",
    ]);
    expect(steps.find(({ name }) => name === "Read tables")?.sentence).toBe("3 tables of shop are seen.");
    expect(trino.sent.map(({ text }) => text)).toContain(
      "execute immediate 'select count(*) as tables from information_schema.tables where table_schema = ?' using 'shop'",
    );
    expect(trino.sent.at(-1)).toMatchObject({
      method: "DELETE",
      url: expect.stringMatching(/^\/v1\/query\/q_\d+$/),
    });
    const password = {
      host: "127.0.0.1",
      port: trino.port,
      useTls: false,
      username: "assay",
      catalog: "hive",
      password: "canary-1",
    };
    const refused = (await examined("trino", password)).find(({ state }) => state === "failed");
    expect(refused).toMatchObject({ name: "Sign-in", field: "useTls" });
  } finally {
    trino.close();
  }
});

test("reads the stored sources of the warehouse in use, and of no other", async () => {
  const { server, statements } = await snowflakeServer(
    (text) =>
      text.includes("show grants")
        ? table(["privilege", "granted_on", "name"], [["SELECT", "TABLE", "SHOP.EXPOSURES"]])
        : table(["NAME", "ROLE"], [["ASSAY_USER", "ASSAY_ROLE"]]),
    0,
  );
  await service.close();
  service = await testApp({ warehouseEndpoints: { snowflake: server.origin } });
  try {
    const { computeWarehouse: _, ...settings } = snowflake;
    const patched = (body: object) => service.request("PATCH", "/console/v1/wh_connections", { body });
    expect(await patched({ snowflake: settings })).toMatchObject({ status: 200 });
    const source = {
      name: "exposures",
      sql: "select * from shop.exposures",
      timestampColumn: "ts",
      experimentIDColumn: "experiment",
      groupIDColumn: "variant",
      idTypeMapping: [{ statsigUnitID: "userID", column: "user_id" }],
    };
    const created = await service.request("POST", "/console/v1/experiments/assignment_sources", {
      body: source,
    });
    const property = {
      name: "plans",
      sql: "select user_id, plan from shop.users",
      idTypeMapping: source.idTypeMapping,
    };
    const second = await service.request("POST", "/console/v1/experiments/entity_properties", {
      body: property,
    });
    expect([created.status, second.status]).toEqual([201, 201]);
    const names = async () => (await examined("snowflake", {})).map(({ name }) => name);
    expect(await names()).not.toContain("Read sources");
    expect(await patched({ active: "snowflake" })).toMatchObject({ status: 200 });
    expect(await names()).toContain("Read sources");
    expect([...statements.values()].map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "select * from (select * from shop.exposures) s limit 0",
        "select * from (select user_id, plan from shop.users) s limit 0",
      ]),
    );
  } finally {
    server.close();
  }
});
