// The checks that apps log: how often a gate was checked, and which gates become stale by it.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod/mini";
import { Gate } from "#contract/gate.ts";
import { writeEntity } from "#service/database/entities.ts";
import { createKey } from "#service/http/api-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";

const hour = 3_600_000;
const day = 24 * hour;
let now = testNow;
let service: Awaited<ReturnType<typeof testApp>>;
let key: string;
beforeEach(async () => {
  now = testNow;
  service = await testApp({ now: () => now });
  key = await createKey(
    service.database,
    { name: "Shop", kind: "server", environment: "production" },
    testNow,
  );
});
afterEach(() => service.close());

const rules = [
  {
    id: "part:50.00:1",
    baseID: "part",
    name: "Half",
    passPercentage: 50,
    conditions: [{ type: "public" }],
  },
];
const storeGates = (...ids: string[]) =>
  service.database.transaction(async (transaction) => {
    const old = { createdTime: testNow - 90 * day, lastModifiedTime: testNow - 60 * day };
    for (const id of ids) {
      const document = { id, name: id, isEnabled: true, status: "In Progress", type: "TEMPORARY", rules };
      await writeEntity(transaction, "gate", { document: { ...document, ...old }, references: [] }, testNow);
    }
  });

const check = (gate: string, time: number, value: "true" | "false" = "true", ruleID = "part:50.00:1") => ({
  eventName: "statsig::gate_exposure",
  user: { userID: "u1" },
  metadata: { gate, gateValue: value, ruleID, reason: "Network:Recognized" },
  time,
});

async function log(...events: readonly object[]) {
  const answer = await service.app.request("/v1/log_event", {
    method: "POST",
    headers: { "STATSIG-API-KEY": key },
    body: JSON.stringify({
      events,
      statsigMetadata: { sdkType: "statsig-node", sdkVersion: "6.5.2", sessionID: "s" },
    }),
  });
  expect(answer.status).toBe(202);
}

const listed = async (query = "") => {
  const { body } = await service.request("GET", `/console/v1/gates?${query}`);
  return z
    .array(Gate)
    .parse(body.data)
    .map(({ id, checksPerHour, typeReason }) => [id, checksPerHour, typeReason]);
};

test("checks an hour are those that apps logged in the last day, each batch once", async () => {
  await storeGates("busy", "calm", "unasked");
  const batch = [
    ...Array.from({ length: 48 }, (_, place) => check("busy", testNow - 1 - (place % 20) * hour)),
    check("busy", testNow - 3 * day),
    check("calm", testNow - 1),
  ];
  await log(...batch);
  await log(...batch);
  expect(await listed("sort=checksPerHour&order=descending")).toEqual([
    ["busy", 2, "STALE_PROBABLY_FORGOTTEN"],
    ["calm", 1, "STALE_PROBABLY_FORGOTTEN"],
    ["unasked", 0, "STALE_PROBABLY_FORGOTTEN"],
  ]);
  now += 2 * 60_000;
  await log(...Array.from({ length: 100 }, (_, place) => check("calm", now - place)));
  now += 60_000;
  const after = await listed("sort=checksPerHour&order=descending");
  expect(after.map(([id]) => id)).toEqual(["calm", "busy", "unasked"]);
  const { body } = await service.request("GET", "/console/v1/gates/calm");
  expect(body.data).toMatchObject({ checksPerHour: after[0]?.[1] });
});

test("after 30 days a gate is stale by what was really asked", async () => {
  await storeGates("answered", "empty", "failing", "passing", "unasked");
  await log(check("answered", testNow), check("answered", testNow, "false"));
  expect((await listed("typeReason=STALE_PROBABLY_DEAD_CHECK")).length).toBe(0);
  now = testNow + 31 * day;
  await log(
    check("answered", now - hour),
    check("answered", now - day, "false"),
    check("empty", now - hour, "false", ""),
    check("failing", now - hour, "false"),
    check("passing", now - hour),
  );
  const reasons = (await listed()).map(([id, , reason]) => [id, reason]);
  expect(reasons).toEqual([
    ["answered", "STALE_PROBABLY_FORGOTTEN"],
    ["empty", "STALE_EMPTY_CHECKS"],
    ["failing", "STALE_ALL_FALSE"],
    ["passing", "STALE_ALL_TRUE"],
    ["unasked", "STALE_PROBABLY_DEAD_CHECK"],
  ]);
  expect((await listed("typeReason=STALE_ALL_TRUE")).map(([id]) => id)).toEqual(["passing"]);
});

test("counts are merged and old ones removed, and none is lost", async () => {
  await storeGates("busy");
  await log(check("busy", testNow - 39 * day));
  now += hour / 2;
  for (let batch = 0; batch < 6; batch += 1)
    await log(
      ...Array.from({ length: 1200 }, (_, place) =>
        check("busy", now - place - batch, "true", `rule ${place}`),
      ),
    );
  const counted = async () => {
    const [row] = await service.database.query(
      "select count(*) as rows, cast(sum(checks) as bigint) as checks, count(distinct hour) as hours from check_count",
    );
    return row;
  };
  expect(await counted()).toMatchObject({ checks: 7201, hours: 2 });
  now += 3 * day;
  await log(check("busy", now, "true", "rule 0"));
  expect(await counted()).toEqual({ rows: 1201, checks: 7201, hours: 2 });
  const [recent] = await service.database.query("select count(*) as kept from recent_check");
  expect(recent).toEqual({ kept: 50 });
});

test("a config is answered with how often apps asked for it, once any has", async () => {
  await service.request("POST", "/console/v1/dynamic_configs", { body: { name: "prices" } });
  await service.request("POST", "/console/v1/dynamic_configs", { body: { name: "unused" } });
  const checksOf = async (id: string) =>
    z
      .object({ checksPerHour: z.optional(z.number()) })
      .parse((await service.request("GET", `/console/v1/dynamic_configs/${id}`)).body.data).checksPerHour;
  expect(await checksOf("prices")).toBeUndefined();
  const asked = {
    eventName: "statsig::config_exposure",
    user: { userID: "u1" },
    metadata: { config: "prices", ruleID: "default" },
    time: now - 1000,
  };
  await log(asked, asked);
  now += 2 * 60_000;
  expect([await checksOf("prices"), await checksOf("unused")]).toEqual([2, 0]);
});
