import { afterEach, expect, test } from "vitest";
import {
  databricksServer,
  secret,
  settings,
  table,
  type DatabricksAnswer,
} from "#service/warehouse/databricks-server.test-support.ts";
import type { PlainSettings } from "#service/warehouse/open-client.ts";
import { fault } from "#service/warehouse/vendor-server.test-support.ts";
import { examined } from "./examined.test-support.ts";

const usual: readonly (readonly [part: string, answer: DatabricksAnswer])[] = [
  ["show catalogs", table(["catalog"], [["shop"], ["system"], ["samples"]])],
  ["show schemas", table(["databaseName"], [["analytics"], ["assay"]])],
  [
    "information_schema.tables",
    table(["table_catalog", "table_schema", "table_name"], [["shop", "analytics", "events"]]),
  ],
  [
    "information_schema.table_privileges",
    table(["table_schema", "table_name", "privilege_type", "grantee"], []),
  ],
];
const all = { ...settings, stagingDatabase: "shop.assay" };

const opened: { close(): void }[] = [];
afterEach(() => opened.splice(0).forEach((each) => each.close()));

async function start(...special: (readonly [part: string, answer: DatabricksAnswer])[]) {
  const answer = (text: string) =>
    [...special, ...usual].find(([part]) => text.includes(part))?.[1] ?? table(["a"], [["1"]]);
  const { server, statements, state } = await databricksServer(answer, 0);
  opened.push(server);
  const run = (own: PlainSettings = all) => examined("databricks", own, { databricks: server.origin });
  return { server, statements, state, run };
}

test("goes through every step, and writes nothing but in the staging schema", async () => {
  const { run, statements } = await start();
  const { steps, states } = await run();
  expect(states.filter((each) => !each.endsWith(": passed"))).toEqual(["Clock: skipped"]);
  expect(steps.slice(3).map(({ sentence }) => sentence)).toEqual([
    "app-1, by OAuth.",
    "Shop: 2X-Small, serverless.",
    "One catalog is seen: shop.",
    "One table is seen; one row of shop.analytics.events was read.",
    "A table was made in shop.assay, filled, read and dropped.",
    "The catalog lists no right to write outside of the staging schema.",
    "Shop stops itself after 10 min without work. This service stops a statement after 900 s.",
    expect.stringMatching(/^A long statement was stopped within 0\.\d s\.$/),
  ]);
  const writing = [...statements.values()].filter(({ text }) => /^(create|insert|drop)/.test(text));
  expect(writing.map(({ text }) => text.replace(/assay_doctor_\w+/, "t"))).toEqual([
    "create table `shop`.`assay`.`t` (a bigint)",
    "insert into `shop`.`assay`.`t` values (1)",
    "drop table `shop`.`assay`.`t`",
  ]);
  expect([...statements.values()].at(-1)?.isCancelled).toBe(true);
});

test("knows the path of a cluster before anybody is asked", async () => {
  const { run, server } = await start();
  const { failed } = await run({ ...all, path: "/sql/protocolv1/o/123/0101-abc" });
  expect(failed).toMatchObject({
    name: "Form",
    field: "path",
    sentence: expect.stringContaining("that of a cluster cannot be used"),
  });
  expect((await run({ ...all, consoleComputePath: "/warehouses/1" })).failed).toMatchObject({
    field: "consoleComputePath",
  });
  expect(server.sent).toEqual([]);
});

test("a wrong secret, and a token that was revoked, fail at sign-in and are told nowhere", async () => {
  const { run } = await start();
  const { failed, told } = await run({ ...all, oauthClientID: "app-2" });
  expect(failed).toMatchObject({ name: "Sign-in", code: "invalid_client", field: "oauthClientID" });
  const { oauthClientID: _, ...personal } = all;
  const token = await run(personal);
  expect(token.failed).toMatchObject({
    name: "Sign-in",
    field: "accessToken",
    sentence: "The token has expired or was revoked: make a new one.",
    said: "Invalid Token Bearer •••",
  });
  expect(told + token.told).not.toContain(secret);
  expect(told).not.toContain(Buffer.from(secret).toString("base64").slice(4, 16));
});

test("names the missing right to the warehouse, and a warehouse that is starting", async () => {
  const { run, server, state } = await start();
  const refused = {
    status: 403,
    body: {
      error_code: "PERMISSION_DENIED",
      message: "app-1 does not have permission to use warehouse abc123",
    },
  } as const;
  server.faults.push(fault(/statements$/, refused), fault(/statements$/, refused));
  expect((await run()).failed).toMatchObject({
    name: "Compute",
    field: "path",
    who: "warehouse admin",
    sentence: expect.stringContaining("CAN USE is missing"),
  });
  state.warehouse.state = "STOPPED";
  state.warehouse.auto_stop_mins = 0;
  const { step } = await run();
  expect(step("Compute")?.sentence).toMatch(
    /^Shop: 2X-Small, serverless\. It was stopped, and answered after/,
  );
  expect(step("Cost guard")).toMatchObject({ state: "warned", field: "path" });
});

test("names what may not be read, and rights that go too far with what takes them away", async () => {
  const message =
    "[INSUFFICIENT_PERMISSIONS] Insufficient privileges: User does not have USE SCHEMA on Schema 'shop.analytics'. SQLSTATE: 42501";
  const shut = await start(["select * from", { error_code: "BAD_REQUEST", message }]);
  expect((await shut.run()).failed).toMatchObject({
    name: "Read tables",
    code: "INSUFFICIENT_PERMISSIONS",
    who: "warehouse admin",
    sentence: "USE SCHEMA on Schema 'shop.analytics' is missing: grant it, and test again.",
  });
  const wide = await start([
    "table_privileges",
    table(
      ["table_schema", "table_name", "privilege_type", "grantee"],
      [["analytics", "events", "MODIFY", "app-1"]],
    ),
  ]);
  expect((await wide.run()).step("Too many rights")?.sentence).toMatch(
    /: revoke modify on table `shop`\.`analytics`\.`events` from `app-1`;$/,
  );
});
