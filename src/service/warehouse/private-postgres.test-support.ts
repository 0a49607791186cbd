// Test support: a PostgreSQL database for a test, used as the warehouse: on the server of TEST_DATABASE_URL, else on a
// server started for the test if PostgreSQL is installed.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

const versions = (() => {
  try {
    return readdirSync("/usr/lib/postgresql").sort((a, b) => Number(b) - Number(a));
  } catch {
    return [];
  }
})();
const given = process.env["TEST_DATABASE_URL"];

/** False if no PostgreSQL is available; such tests are then skipped. */
export const hasPostgres = given !== undefined || versions.length > 0;

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** PostgreSQL refuses to start as root. */
function asPostgres(command: string, args: readonly string[]) {
  const line = [`/usr/lib/postgresql/${versions[0]}/bin/${command}`, ...args].map(quoted).join(" ");
  if (process.getuid?.() === 0)
    execFileSync("su", ["postgres", "-s", "/bin/bash", "-c", line], { stdio: "ignore" });
  else execFileSync("/bin/bash", ["-c", line], { stdio: "ignore" });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), "assay-warehouse-"));
  chmodSync(folder, 0o777);
  const data = join(folder, "data");
  const port = await freePort();
  asPostgres("initdb", ["-D", data, "-A", "trust", "-U", "assay", "--no-sync"]);
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  asPostgres("pg_ctl", ["-D", data, "-w", "-o", options, "-l", join(folder, "log"), "start"]);
  return {
    url: `postgres://assay@127.0.0.1:${port}/postgres`,
    stop: () => {
      asPostgres("pg_ctl", ["-D", data, "-m", "immediate", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `settings` are those of the provider `postgres`. */
export async function openPrivatePostgres() {
  const server = given === undefined ? await startServer() : { url: given, stop: () => undefined };
  const name = `warehouse_${randomBytes(4).toString("hex")}`;
  const on = async <Result>(url: string, work: (client: Client) => Promise<Result>) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  await on(server.url, (client) => client.query(`create database ${name}`));
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const settings = {
    host: url.hostname,
    port: Number(url.port),
    database: name,
    username: decodeURIComponent(url.username),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
    useTls: false,
  };
  return {
    settings,
    run: async (text: string, values: unknown[] = []) =>
      (await on(url.href, (client) => client.query<Record<string, unknown>>(text, values))).rows,
    close: async () => {
      await on(server.url, (client) => client.query(`drop database ${name} with (force)`));
      server.stop();
    },
  };
}
