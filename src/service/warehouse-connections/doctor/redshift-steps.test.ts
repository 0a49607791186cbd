// The doctor for Redshift: over its wire protocol, played by a PostgreSQL, through a tunnel, and with a role.
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { defaultLimits } from "#contract/warehouse-connection.ts";
import type { WarehouseCheckStep } from "#contract/warehouse-check.ts";
import { awsServer } from "#service/warehouse/aws-server.test-support.ts";
import {
  clusterCertificate,
  redshiftServer,
  redshiftTables,
  type RedshiftServer,
} from "#service/warehouse/redshift-server.test-support.ts";
import { sshServer, type SshServer } from "#service/warehouse/ssh-server.test-support.ts";
import { runDoctor } from "./run-doctor.ts";

const server = process.env["TEST_DATABASE_URL"];
const onPostgres = test.skipIf(!server);
const url = new URL(server ?? "postgres://nobody@127.0.0.1:1/none");
const mark = `doctor_rs_${Date.now().toString(36)}`;
const admin = new Client({ connectionString: url.href });

let redshift: RedshiftServer;
let tunnel: SshServer;
const settings = () => ({
  host: "127.0.0.1",
  port: redshift.port,
  database: url.pathname.slice(1),
  username: mark,
  password: "canary-5f0c1e",
  certificateAuthority: clusterCertificate,
  stagingSchema: `${mark}_own`,
});
const throughTunnel = () => ({
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
  await admin.query(`create role ${mark} login; create schema ${mark}; create schema ${mark}_own authorization ${mark};
    create table ${mark}.orders (a int); grant usage on schema ${mark} to ${mark}; grant select on ${mark}.orders to ${mark};
    alter role ${mark} set search_path = ${mark}, public`);
  await admin.query(redshiftTables(mark));
  await admin.query(`grant select on ${mark}.stv_sessions to ${mark}`);
});
afterAll(async () => {
  if (!server) return;
  await admin.query(`drop schema ${mark}, ${mark}_own cascade; drop role ${mark}`);
  await admin.end();
});
beforeEach(async () => {
  redshift = await redshiftServer(url);
  tunnel = await sshServer("jump");
  tunnel.behind.set("cluster.test", redshift.port);
});
afterEach(() => {
  tunnel.close();
  redshift.close();
  vi.unstubAllEnvs();
});

async function examined(given: object, aws?: string) {
  let steps: readonly WarehouseCheckStep[] = [];
  await runDoctor({
    provider: "redshift",
    settings: { ...given },
    limits: defaultLimits,
    ...(aws ? { endpoints: { aws } } : {}),
    changed: (told) => {
      steps = told;
    },
  });
  return steps;
}
const step = (steps: readonly WarehouseCheckStep[], name: string) => steps.find((each) => each.name === name);
const failed = (steps: readonly WarehouseCheckStep[]) => steps.find(({ state }) => state === "failed");

onPostgres(
  "goes through all steps, in statements of Redshift alone, and names the right that goes too far",
  async () => {
    const steps = await examined(settings());
    expect(steps.filter(({ state }) => state !== "passed").map(({ name }) => name)).toEqual(["Clock"]);
    expect(step(steps, "Read tables")?.sentence).toMatch(
      new RegExp(`^[0-9]+ tables? may be read; .+ was\\.$`),
    );
    const { rows } = await admin.query("select 1 from pg_tables where schemaname = $1", [`${mark}_own`]);
    expect(rows).toEqual([]);
    // Constructs that Redshift does not support: filters of aggregates, lists of values, several privileges in one check.
    expect(steps.map(({ tried }) => tried ?? "").join("\n")).not.toMatch(/filter \(|from \(values|'insert, /);

    await admin.query(`grant update on ${mark}.orders to ${mark}`);
    const wide = step(await examined(settings()), "Too many rights");
    expect(wide).toMatchObject({ state: "warned", who: "warehouse admin" });
    expect(wide?.sentence).toContain(`revoke insert, update, delete on ${mark}.orders from ${mark};`);
    await admin.query(`revoke update on ${mark}.orders from ${mark}`);
  },
);

onPostgres(
  "goes through the tunnel hop by hop, with the cluster's certificate checked at its end",
  async () => {
    const steps = await examined(throughTunnel());
    expect(failed(steps)).toBeUndefined();
    expect(step(steps, "Name, port, TLS")?.sentence).toBe(
      `127.0.0.1:${tunnel.port} answers; jump is signed in at the host with the key ${tunnel.hostKey}; cluster.test:5439 answers through it. cluster.test:5439, TLSv1.3.`,
    );
  },
);

test.each([
  ["nobody at the SSH host", { sshPort: 1 }, "SSH_CONNECT", "sshHost"],
  ["another user of the SSH host", { sshUsername: "other" }, "SSH_SIGN_IN", "sshUsername"],
  ["another SSH host", { sshHostKey: `SHA256:${"A".repeat(43)}` }, "SSH_HOST_KEY", "sshHostKey"],
  ["a cluster that the SSH host does not reach", { host: "elsewhere.test" }, "SSH_FORWARD", "host"],
  [
    "an authority that is not known",
    { certificateAuthority: "" },
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "certificateAuthority",
  ],
])("a dead hop is named at its field: %s", async (_, more, code, field) => {
  const steps = await examined({ ...throughTunnel(), database: "shop", ...more });
  expect(failed(steps)).toMatchObject({ name: "Name, port, TLS", code, field });
  expect(JSON.stringify(steps)).not.toContain(tunnel.privateKey.split("\n")[1]);
});

test("a SSH host that forwards nothing is told from a cluster that does not answer", async () => {
  tunnel.mayForward = false;
  const { sentence, field } = failed(await examined({ ...throughTunnel(), database: "shop" })) ?? {};
  expect({ sentence, field }).toEqual({
    sentence: expect.stringContaining("AllowTcpForwarding"),
    field: "sshUsername",
  });
});

test("a password that the driver cannot use fails at sign-in, with the way out", async () => {
  redshift.hasSha256Passwords = true;
  expect(failed(await examined({ ...settings(), database: "shop" }))).toMatchObject({
    name: "Sign-in",
    field: "password",
    sentence: expect.stringContaining("SHA-256 password"),
  });
});

test("what a tunnel or a role needs beside is missing at its field", async () => {
  const { sshUsername: _, ...noUser } = throughTunnel();
  expect(failed(await examined({ ...noUser, database: "shop" }))).toMatchObject({
    name: "Form",
    field: "sshUsername",
  });
  const byRole = {
    host: "shop.abc.eu-central-1.redshift.amazonaws.com",
    database: "shop",
    useAssumeRole: true,
  };
  expect(failed(await examined(byRole))).toMatchObject({ name: "Form", field: "region" });
});

test("by a role every step goes through the Data API, and a refusal is the role's", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLEOWN000001");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "own-secret");
  const aws = await awsServer();
  const text = (name: string, value: string) => ({
    columns: [{ name, type: "varchar" }],
    rows: [[value]],
  });
  aws.answer = (sql) => {
    if (sql.includes("pg_class a")) return { ms: 60_000 };
    if (sql.includes("current_user as name")) return text("name", "IAMR:analysis");
    if (sql.includes("version()"))
      return text("version", "PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC, Redshift 1.0.77467");
    if (sql.includes("relname as table_name"))
      return {
        columns: [
          { name: "schema_name", type: "name" },
          { name: "table_name", type: "name" },
        ],
        rows: [["shop", "orders"]],
      };
    if (sql.includes("usesuper")) return { columns: [{ name: "is_super", type: "bool" }], rows: [["false"]] };
    if (sql.includes("writable")) return { columns: [{ name: "writable", type: "int8" }], rows: [["0"]] };
    return { columns: [{ name: "schemas", type: "int8" }], rows: [["1"]] };
  };
  const byRole = {
    host: "shop.abc.eu-central-1.redshift.amazonaws.com",
    database: "shop",
    region: "eu-central-1",
    useAssumeRole: true,
    roleArn: "arn:aws:iam::111122223333:role/analysis",
  };
  try {
    const steps = await examined(byRole, aws.url);
    expect(steps.filter(({ state }) => state !== "passed").map(({ name }) => name)).toEqual([
      "Write staging",
    ]);
    expect(step(steps, "Compute")?.sentence).toBe("Redshift 1.0.77467");
    aws.refusals["RedshiftData.ExecuteStatement"] = {
      status: 400,
      code: "AccessDeniedException",
      message: "User: x is not authorized to perform: redshift:GetClusterCredentials on resource: y",
    };
    expect(failed(await examined(byRole, aws.url))).toMatchObject({ name: "Sign-in", field: "roleArn" });
  } finally {
    aws.close();
  }
});
