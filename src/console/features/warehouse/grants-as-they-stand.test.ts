// The scripts as an admin runs them on PostgreSQL; only where one is.
import { Client } from "pg";
import { expect, test } from "vitest";
import type { ScriptName } from "./grant-script.ts";
import { grantScript } from "./grant-scripts.ts";

const server = process.env["TEST_DATABASE_URL"];

test.skipIf(!server)(
  "grant, rotate and revoke run as they stand, and in between the user reads and does not write",
  async () => {
    const url = new URL(server ?? "");
    const mark = `grants_${Date.now().toString(36)}`;
    const settings = { database: url.pathname.slice(1), schema: mark, username: mark };
    const admin = new Client({ connectionString: url.href });
    await admin.connect();
    const run = async (name: ScriptName) =>
      [await admin.query(grantScript("postgres", name, settings, 60) ?? "")].flat();
    const as = async (user: string, text: string) => {
      const own = new URL(url);
      own.username = user;
      const client = new Client({ connectionString: own.href });
      try {
        await client.connect();
        return (await client.query(text)).rowCount;
      } catch (error) {
        return error instanceof Error && "code" in error ? error.code : error;
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    try {
      await admin.query(
        `create schema ${mark}; create table ${mark}.events (a int); insert into ${mark}.events values (1)`,
      );
      await run("Grant");
      const [read, write] = [`select * from ${mark}.events`, `insert into ${mark}.events values (2)`];
      expect([await as(mark, read), await as(mark, write)]).toEqual([1, "25006"]);
      const [roles, rights] = await run("Verify");
      expect(roles?.rowCount).toBe(1);
      expect(rights?.rows).toMatchObject([{ privilege_type: "SELECT" }]);
      await run("Rotate");
      const next = `${mark}_2`;
      expect([await as(next, read), await as(next, write), await as(mark, read)]).toEqual([
        1,
        "25006",
        "28000",
      ]);
      await admin.query(`drop role ${next}`);
      await run("Revoke");
      expect(await as(mark, read)).toBe("28000");
    } finally {
      await admin.query(`drop schema ${mark} cascade`);
      await admin.end();
    }
  },
);
