// Replaces a key at a warehouse while 50 statements a second run, without a single failure; needs a PostgreSQL.
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { WarehouseCheck } from "#contract/warehouse-check.ts";
import { WarehouseConnection } from "#contract/warehouse-connection.ts";
import { testApp } from "#service/test-app.test-support.ts";
import { activeWarehouse } from "#service/warehouse/active-warehouse.ts";

const server = process.env["TEST_DATABASE_URL"];
const path = "/console/v1/wh_connections";
const perSecond = 50;

test.skipIf(!server)(
  "a second user is tested as a candidate, shown by fingerprint and switched to, then the first one goes: no statement fails",
  async () => {
    const url = new URL(server ?? "");
    const mark = `rotation_${Date.now().toString(36)}`;
    const [one, two] = [`${mark}_1`, `${mark}_2`];
    const admin = new Client({ connectionString: server });
    await admin.connect();
    await admin.query(`create role ${one} login; create role ${two} login; create schema ${mark}; create table ${mark}.orders (a int);
      grant usage on schema ${mark} to ${one}, ${two}; grant select on ${mark}.orders to ${one}, ${two}`);
    const service = await testApp();
    const patch = (body: object) => service.request("PATCH", path, { body });
    const stored = async () => WarehouseConnection.parse((await service.request("GET", path)).body.data);
    try {
      const settings = {
        host: url.hostname,
        port: Number(url.port),
        database: url.pathname.slice(1),
        useTls: false,
        schema: mark,
        username: one,
        password: "first-canary",
      };
      await patch({ postgres: settings, active: "postgres", limits: { concurrent: 20 } });
      const before = (await stored()).postgres?.fingerprints?.["password"];

      const warehouse = activeWarehouse(service.database, service.secretsKey);
      const users: string[] = [];
      const failures: unknown[] = [];
      const over = new AbortController();
      const pending: Promise<void>[] = [];
      const ask = async (n: number) => {
        try {
          const opened = await warehouse();
          const found = await opened?.run({
            text: `select current_user::text as name, count(*) as n, ${n} as request from orders`,
            values: [],
            tag: "rotation",
          });
          users.push(String(found?.rows[0]?.["name"]));
        } catch (error) {
          failures.push(error);
        }
      };
      const traffic = (async () => {
        for (let n = 0; !over.signal.aborted; n += 1) {
          pending.push(ask(n));
          await wait(1000 / perSecond);
        }
        await Promise.all(pending);
      })();
      await wait(1000);

      const candidate = { username: two, password: "second-canary" };
      const begun = await service.request("POST", `${path}/checks`, {
        body: { provider: "postgres", settings: candidate },
      });
      const { id, fingerprints } = WarehouseCheck.parse(begun.body.data);
      const read = async () =>
        WarehouseCheck.parse((await service.request("GET", `${path}/checks/${id}`)).body.data);
      await expect.poll(async () => (await read()).isFinished, { timeout: 30_000 }).toBe(true);
      expect((await read()).steps.filter(({ state }) => state === "failed")).toEqual([]);
      const shown = fingerprints?.["password"];
      expect(shown).toMatch(/^[0-9a-f]{8}$/);
      expect(shown).not.toBe(before);
      // Testing the settings has not activated them.
      expect(new Set(users)).toEqual(new Set([one]));

      await patch({ postgres: candidate });
      expect((await stored()).postgres?.fingerprints?.["password"]).toBe(shown);
      // The first role is disabled at the warehouse at once, while statements run and wait.
      await admin.query(`alter role ${one} nologin`);
      await wait(1000);
      over.abort();
      await traffic;

      expect(failures).toEqual([]);
      expect(users.length).toBe(pending.length);
      expect(users.length).toBeGreaterThan(50);
      expect(users.slice(-20)).toEqual(Array.from({ length: 20 }, () => two));
      const answered = JSON.stringify([await stored(), service.logged, await read()]);
      expect(answered).not.toMatch(/canary/);
    } finally {
      await service.close();
      await admin.query(`drop schema ${mark} cascade; drop role ${one}; drop role ${two}`);
      await admin.end();
    }
  },
);
