import { afterEach, expect, test } from "vitest";
import type { PlainSettings } from "#service/warehouse/open-client.ts";
import {
  fingerprint,
  privateKey,
  settings,
  snowflakeServer,
  table,
  type SnowflakeAnswer,
} from "#service/warehouse/snowflake-server.test-support.ts";
import { fault } from "#service/warehouse/vendor-server.test-support.ts";
import { examined } from "./examined.test-support.ts";

const usual: readonly (readonly [part: string, answer: SnowflakeAnswer])[] = [
  ["current_user()", table(["NAME", "ROLE"], [["ASSAY_USER", "ASSAY_ROLE"]])],
  ["select current_role() as role", table(["ROLE"], [["ASSAY_ROLE"]])],
  [
    "show warehouses like 'ASSAY_WH'",
    table(
      ["name", "state", "size", "auto_suspend", "resource_monitor"],
      [["ASSAY_WH", "SUSPENDED", "X-Small", "60", "SHOP_MONITOR"]],
    ),
  ],
  ["show parameters", table(["key", "value"], [["STATEMENT_TIMEOUT_IN_SECONDS", "900"]])],
  ["show databases", table(["name"], [["SHOP"], ["OWN"], ["SNOWFLAKE"]])],
  ["show schemas in database", table(["name"], [["ASSAY"]])],
  [
    "show grants to role",
    table(
      ["privilege", "granted_on", "name"],
      [
        ["USAGE", "DATABASE", "SHOP"],
        ["SELECT", "TABLE", "SHOP.ANALYTICS.EVENTS"],
        ["CREATE TABLE", "SCHEMA", "OWN.ASSAY"],
      ],
    ),
  ],
];
const all = { ...settings, stagingDatabaseName: "own", stagingSchemaName: "assay" };

const opened: { close(): void }[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));

/** Starts a server that gives the first answer whose text occurs in the statement. */
async function start(...special: (readonly [part: string, answer: SnowflakeAnswer])[]) {
  const answer = (text: string) =>
    [...special, ...usual].find(([part]) => text.includes(part))?.[1] ?? table(["A"], [["1"]]);
  const { server, statements } = await snowflakeServer(answer, 0);
  opened.push(server);
  const run = (own: PlainSettings = all) => examined("snowflake", own, { snowflake: server.origin });
  return { server, statements, run };
}

test("goes through every step, and writes nothing but in the staging schema", async () => {
  const { run, statements } = await start();
  const { steps, states } = await run();
  expect(states).toEqual([
    "Form: passed",
    "Name, port, TLS: passed",
    "Clock: passed",
    "Sign-in: passed",
    "Compute: passed",
    "Catalog: passed",
    "Read tables: passed",
    "Write staging: passed",
    "Too many rights: passed",
    "Cost guard: passed",
    "Cancel: passed",
  ]);
  expect(steps.map(({ sentence }) => sentence)).toEqual([
    `Everything is there. The key opens; its public half is ${fingerprint}.`,
    expect.stringMatching(/^127\.0\.0\.1:\d+, without TLS\.$/),
    expect.stringMatching(/^It agrees with Snowflake's within 1 s\.$/),
    "ASSAY_USER with role ASSAY_ROLE.",
    "ASSAY_WH: X-Small, SUSPENDED, suspends itself after 60 s.",
    "2 databases are seen: SHOP, OWN.",
    "1 table may be read; one row of SHOP.ANALYTICS.EVENTS was.",
    "A table was made in assay, filled, read and dropped.",
    "The role may write nowhere but in the staging schema.",
    "A statement is stopped by Snowflake after 900 s. The warehouse's own limit is 900 s. Resource monitor SHOP_MONITOR watches its credits.",
    expect.stringMatching(/^A long statement was stopped within 0\.\d s\.$/),
  ]);
  const writing = [...statements.values()].filter(({ text }) => /^(create|insert|drop)/.test(text));
  expect(writing.map(({ text }) => text.replace(/assay_doctor_\w+/, "t"))).toEqual([
    'create table "OWN"."ASSAY"."t" (a integer)',
    'insert into "OWN"."ASSAY"."t" values (1)',
    'drop table "OWN"."ASSAY"."t"',
  ]);
  expect([...statements.values()].at(-1)).toMatchObject({
    text: "select system$wait(20)",
    isCancelled: true,
  });
});

test("knows what is wrong with a form before anybody is asked", async () => {
  const { run, server } = await start();
  const { privateKey: _, ...without } = all;
  expect((await run(without)).failed).toMatchObject({ name: "Form", field: "privateKey", who: "you" });
  const cut = { ...all, privateKey: privateKey.replace("MII", "XXX") };
  expect((await run(cut)).failed).toMatchObject({
    name: "Form",
    field: "privateKey",
    code: "BAD_KEY",
    sentence: expect.stringContaining("lost its first or last line"),
  });
  expect(server.sent).toEqual([]);
});

test("a clock that is off warns, and fails where signatures are refused", async () => {
  const { run, server } = await start();
  server.ahead = 90;
  expect((await run()).step("Clock")).toMatchObject({
    state: "warned",
    who: "you",
    sentence: expect.stringMatching(
      /^This server's clock differs from Snowflake's by (8[89]|9[01]) s: it is behind\. Signed requests are refused where/,
    ),
  });
  server.ahead = -400;
  expect((await run()).failed).toMatchObject({
    name: "Clock",
    sentence: expect.stringMatching(
      /^This server's clock differs from Snowflake's by (399|40[01]) s: it is ahead\. Signed requests are refused:/,
    ),
  });
});

test("a refused signature is told with name, fingerprint and clocks, and the token nowhere", async () => {
  const { run } = await start();
  const { failed, told } = await run({ ...all, serviceUserName: "somebody" });
  expect(failed).toMatchObject({ name: "Sign-in", code: "390144", field: "privateKey", who: "you" });
  expect(failed?.sentence).toContain(
    `We sign as MYORG-SHOP_EU.SOMEBODY with the key whose fingerprint ends ${fingerprint.slice(-8)}. The clocks agree.`,
  );
  expect(failed?.said).toBe("JWT token is invalid. Bearer •••");
  expect(told).not.toContain("eyJ");
  expect(told).not.toContain(privateKey.split("\n")[1]);
});

test("names the missing warehouse, the missing schema and the missing grants", async () => {
  const noWarehouse = await start(["show warehouses", table(["name"], [])]);
  expect((await noWarehouse.run()).failed).toMatchObject({
    name: "Compute",
    field: "computeWarehouse",
    who: "warehouse admin",
  });
  const noSchema = await start(["show schemas", table(["name"], [["OTHER"]])]);
  expect((await noSchema.run()).failed).toMatchObject({ name: "Catalog", field: "stagingSchemaName" });
  const noGrant = await start(["show grants", table(["privilege", "granted_on", "name"], [])]);
  expect((await noGrant.run()).failed).toMatchObject({
    name: "Read tables",
    sentence: "Role ASSAY_ROLE may read no table. Grant select on those that hold exposures and events.",
  });
  // A privilege on the table without USAGE on its schema.
  const message = "SQL compilation error:\nSchema 'SHOP.ANALYTICS' does not exist or not authorized.";
  const noUsage = await start(["select * from", { code: "002003", message }]);
  expect((await noUsage.run()).failed).toMatchObject({
    name: "Read tables",
    code: "002003",
    sentence: expect.stringMatching(/^SHOP\.ANALYTICS does not exist, or the role may not see it\./),
  });
});

test("finds rights that go too far, also those of a role within the role, and says what takes them away", async () => {
  const columns = ["privilege", "granted_on", "name"];
  const wide = await start(
    ['to role "LOADER"', table(columns, [["INSERT", "TABLE", "SHOP.ANALYTICS.EVENTS"]])],
    [
      'to role "ASSAY_ROLE"',
      table(columns, [
        ["SELECT", "TABLE", "SHOP.ANALYTICS.EVENTS"],
        ["USAGE", "ROLE", "LOADER"],
      ]),
    ],
  );
  expect((await wide.run()).step("Too many rights")).toMatchObject({
    state: "warned",
    who: "warehouse admin",
    sentence: expect.stringMatching(
      /This takes it away: revoke insert on table SHOP\.ANALYTICS\.EVENTS from role LOADER;$/,
    ),
  });
  const admin = await start(
    ["current_user()", table(["NAME", "ROLE"], [["ASSAY_USER", "ACCOUNTADMIN"]])],
    ["current_role()", table(["ROLE"], [["ACCOUNTADMIN"]])],
  );
  expect((await admin.run()).step("Too many rights")?.sentence).toMatch(
    /revoke role ACCOUNTADMIN from user ASSAY_USER;$/,
  );
});

test("shows words that nobody knows as they are, without secrets", async () => {
  const { run, server } = await start();
  const message = `Something new. ${all.accountName} canary ${privateKey.split("\n")[1]}`;
  server.faults.push(fault(/^POST/, { status: 418, body: { code: "999999", message } }));
  const { failed, told } = await run();
  expect(failed).toMatchObject({
    code: "999999",
    said: "Something new. myorg-shop_eu canary •••",
    sentence: "The engine refused this. These are its words.",
  });
  expect(told).not.toContain(privateKey.split("\n")[1]);
});

test("asks each stored source for no rows, and names those that cannot be read", async () => {
  const message = "SQL compilation error:\nObject 'SHOP.ANALYTICS.ORDER' does not exist or not authorized.";
  const { server, statements } = await start(["shop.analytics.order)", { code: "002003", message }]);
  const sources = [
    { name: "exposures", sql: "select * from shop.analytics.events -- all\n;" },
    { name: "orders", sql: "select * from shop.analytics.order" },
    { name: "hostile", sql: "select 1) s; drop table shop.analytics.events; --" },
  ];
  const { step, states } = await examined("snowflake", all, { snowflake: server.origin }, sources);
  expect(states.slice(6, 8)).toEqual(["Read tables: passed", "Read sources: warned"]);
  expect(step("Read sources")?.sentence).toMatch(
    /^2 of 3 sources cannot be read\. orders: SHOP\.ANALYTICS\.ORDER does not exist, or the role may not see it\. .* hostile: /,
  );
  const texts = [...statements.values()].map(({ text }) => text);
  expect(texts).toContain("select * from (select * from shop.analytics.events) s limit 0");
  expect(texts.filter((text) => text.includes("drop table shop"))).toEqual([]);
});
