// The grant scripts as an admin runs them on PostgreSQL: on the test's own server, or on a given one, with or without
// passwords.
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { expect, test } from "vitest";
import { hasPostgres, openPrivatePostgres } from "#service/warehouse/private-postgres.test-support.ts";
import type { ScriptName } from "#console/features/warehouse/grant-script.ts";
import { grantScript } from "#console/features/warehouse/grant-scripts.ts";

test("grant, rotate and revoke run as they stand, and in between the user reads and does not write", async ({
  skip,
}) => {
  skip(!hasPostgres, "No PostgreSQL is installed here, and TEST_DATABASE_URL names none.");
  const server = await openPrivatePostgres();
  const { host, port, database, username, password } = server.settings;
  // Roles are global to the server.
  const name = `grants_${randomBytes(4).toString("hex")}`;
  const next = `${name}_2`;
  const settings = { database, schema: name, username: name };
  const open = async (user: string) => {
    const client = new Client({ host, port, database, user, password });
    await client.connect();
    return client;
  };
  const admin = await open(username);
  const run = async (script: ScriptName) =>
    [await admin.query(grantScript("postgres", script, settings, 60) ?? "")].flat();
  /** As the admin does with \password; a server with trust authentication does not ask for it. */
  const setPassword = (role: string) =>
    password && admin.query(`alter role ${role} password '${password.replaceAll("'", "''")}'`);
  /** Returns the number of rows, or the error code of the refusal. */
  const as = async (user: string, text: string) => {
    let client: Client | undefined;
    try {
      client = await open(user);
      return (await client.query(text)).rowCount;
    } catch (error) {
      return error instanceof Error && "code" in error ? error.code : error;
    } finally {
      await client?.end();
    }
  };
  try {
    await admin.query(
      `create schema ${name}; create table ${name}.events (a int); insert into ${name}.events values (1)`,
    );
    await run("Grant");
    await setPassword(name);
    const [read, write] = [`select * from ${name}.events`, `insert into ${name}.events values (2)`];
    expect([await as(name, read), await as(name, write)]).toEqual([1, "25006"]);
    const [roles, rights] = await run("Verify");
    expect(roles?.rowCount).toBe(1);
    expect(rights?.rows).toMatchObject([{ privilege_type: "SELECT" }]);
    await run("Rotate");
    await setPassword(next);
    expect([await as(next, read), await as(next, write), await as(name, read)]).toEqual([
      1,
      "25006",
      "28000",
    ]);
    await admin.query(`drop role ${next}`);
    await run("Revoke");
    // With password authentication the server does not reveal that the role is gone.
    expect(await as(name, read)).toBe(password ? "28P01" : "28000");
  } finally {
    await admin.end();
    await server.close();
  }
});
