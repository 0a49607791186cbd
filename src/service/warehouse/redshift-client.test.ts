// Needs a PostgreSQL, which plays Redshift's wire protocol: labels, time limits, a single statement at a time, the end
// of a session, the tunnel.
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openClient } from "./open-client.ts";
import {
  clusterCertificate,
  redshiftServer,
  redshiftTables,
  type RedshiftServer,
} from "./redshift-server.test-support.ts";
import { runStatement } from "./run-statement.ts";
import { sshServer, type SshServer } from "./ssh-server.test-support.ts";
import type { WarehouseClient } from "./statement.ts";

const server = process.env["TEST_DATABASE_URL"];
const onPostgres = test.skipIf(!server);
const url = new URL(server ?? "postgres://nobody@127.0.0.1:1/none");
const mark = `redshift_${Date.now().toString(36)}`;
const admin = new Client({ connectionString: url.href });

let redshift: RedshiftServer;
let tunnel: SshServer;
let client: WarehouseClient;
let through: WarehouseClient;
const settings = () => ({
  host: "127.0.0.1",
  port: redshift.port,
  database: url.pathname.slice(1),
  username: mark,
  password: "secret",
  certificateAuthority: clusterCertificate,
});
const tunnelSettings = () => ({
  ...settings(),
  host: "cluster.test",
  port: 5439,
  useSshTunnel: true,
  sshHost: "127.0.0.1",
  sshPort: tunnel.port,
  sshUsername: "jump",
  sshPrivateKey: tunnel.privateKey,
});

beforeAll(async () => {
  if (!server) return;
  await admin.connect();
  await admin.query(
    `create role ${mark} login; create schema ${mark}; grant usage on schema ${mark} to ${mark}; alter role ${mark} set search_path = ${mark}, public`,
  );
  await admin.query(redshiftTables(mark));
  await admin.query(`grant select on ${mark}.stv_sessions to ${mark}`);
});
afterAll(async () => {
  if (!server) return;
  await admin.query(`drop schema ${mark} cascade; drop role ${mark}`);
  await admin.end();
});
beforeEach(async () => {
  redshift = await redshiftServer(url);
  tunnel = await sshServer("jump");
  tunnel.behind.set("cluster.test", redshift.port);
  client = await openClient("redshift", settings());
  through = await openClient("redshift", tunnelSettings());
});
afterEach(async () => {
  await Promise.all([client.close(), through.close()]);
  tunnel.close();
  redshift.close();
});

const statement = (text: string, values: readonly (string | number | null)[] = []) => ({
  text,
  values,
  tag: "load 17 of 'checkout'",
  deadline: Date.now() + 20_000,
});
const sessions = async () => {
  const { rows } = await admin.query<{ n: number }>(
    "select count(*)::integer as n from pg_stat_activity where usename = $1",
    [mark],
  );
  return rows[0]?.n;
};

onPostgres("labels a statement, limits its time, and reads only", async () => {
  const { rows, id } = await runStatement(
    client,
    statement(
      "select $1::integer as n, current_setting('redshift.query_group') as label, current_setting('statement_timeout') as ms, timestamp '2026-11-01 12:00' as at",
      [7],
    ),
  );
  expect(rows).toEqual([
    {
      n: 7,
      label: "assay load 17 of _checkout_",
      ms: expect.stringMatching(/^(1\d{4}ms|20s|19s)$/),
      at: "2026-11-01T12:00:00.000Z",
    },
  ]);
  expect(id).toMatch(/^\d+@\d{4}-\d\d-\d\d /);
  await expect(runStatement(client, statement("create table x (a integer)"))).rejects.toMatchObject({
    code: "25006",
  });
  await expect(runStatement(client, statement("select 1; select 2"))).rejects.toMatchObject({
    code: "42601",
  });
});

onPostgres(
  "ends the session of a statement from another process, and never one that came after it",
  async () => {
    const { id } = await client.submit(statement("select pg_sleep(30)"));
    const other = await openClient("redshift", settings());
    await other.cancel(id.replace(/@.*/, "@2001-01-01 00:00:00"));
    expect((await client.poll(id)).isFinished).toBe(false);
    await other.cancel(id);
    await expect(client.poll(id)).rejects.toMatchObject({ code: "57P01" });
    await expect.poll(sessions).toBe(0);
  },
);

onPostgres(
  "the id of a session is known before the statement is sent, so that it can be stored",
  async () => {
    const chosen: string[] = [];
    let running: number | undefined;
    const { id } = await client.submit(statement("select pg_sleep(30)"), undefined, async (early) => {
      chosen.push(early);
      const asleep = "select 1 from pg_stat_activity where usename = $1 and query like '%pg_sleep%'";
      running = (await admin.query(asleep, [mark])).rows.length;
    });
    expect({ chosen, running }).toEqual({ chosen: [id], running: 0 });
    const refused = client.submit(statement("select pg_sleep(31)"), undefined, () =>
      Promise.reject(new Error("not stored")),
    );
    await expect(refused).rejects.toThrow("not stored");
    await client.cancel(id);
    await expect.poll(sessions).toBe(0);
  },
);

onPostgres(
  "goes through the SSH host with the cluster's certificate checked, by one session for all",
  async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((n) => runStatement(through, statement("select $1::integer as n", [n]))),
    );
    expect(answers.map(({ rows }) => rows[0]?.["n"])).toEqual([1, 2, 3]);
    expect(tunnel.sessions).toBe(1);
    // The session was lost; the next statement opens a new one.
    tunnel.dropAll();
    await expect.poll(() => tunnel.open).toBe(0);
    expect((await runStatement(through, statement("select 4 as n"))).rows).toEqual([{ n: 4 }]);
    const pinned = await openClient("redshift", { ...tunnelSettings(), sshHostKey: tunnel.hostKey });
    expect((await runStatement(pinned, statement("select 5 as n"))).rows).toEqual([{ n: 5 }]);
    await pinned.close();

    const unknown = await openClient("redshift", { ...tunnelSettings(), certificateAuthority: undefined });
    await expect(runStatement(unknown, statement("select 1"))).rejects.toMatchObject({
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    await unknown.close();
  },
);

onPostgres("names the hop that fails", async () => {
  const failure = async (more: object) => {
    const opened = await openClient("redshift", { ...tunnelSettings(), ...more });
    const error: unknown = await runStatement(opened, statement("select 1")).catch((told: unknown) => told);
    await opened.close();
    return error;
  };
  expect(await failure({ sshPort: 1 })).toMatchObject({ code: "SSH_CONNECT" });
  expect(await failure({ sshUsername: "nobody" })).toMatchObject({ code: "SSH_SIGN_IN" });
  expect(await failure({ sshPrivateKey: "nonsense" })).toMatchObject({ code: "SSH_KEY" });
  expect(await failure({ sshHostKey: `SHA256:${"A".repeat(43)}` })).toMatchObject({
    code: "SSH_HOST_KEY",
    message: `The host shows the key ${tunnel.hostKey}.`,
  });
  expect(await failure({ host: "elsewhere.test" })).toMatchObject({ code: "SSH_FORWARD" });
  tunnel.mayForward = false;
  expect(await failure({})).toMatchObject({ code: "SSH_PROHIBITED" });
});

test("says in the driver's words that a password is of the kind that it does not know", async () => {
  redshift.hasSha256Passwords = true;
  await expect(runStatement(client, statement("select 1"))).rejects.toMatchObject({
    message: expect.stringContaining("Unknown authenticationOk message type 13"),
  });
});
