// The engines that fetch-engines.mjs found, each started with a client of ours, opened as by the service.
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { generateKeyPairSync } from "node:crypto";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod/mini";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { openClient, type PlainSettings } from "#service/warehouse/open-client.ts";
import type { WarehouseClient } from "#service/warehouse/statement.ts";
import { freePort, startProcess, type EngineProcess } from "./engine-process.ts";
import { tokenProxy } from "./token-proxy.ts";

const here = dirname(fileURLToPath(import.meta.url));

const Found = z.record(z.string(), z.record(z.string(), z.string()));
type Paths = Readonly<Record<string, string>>;

export interface Engine {
  readonly provider: WarehouseProvider;
  readonly settings: PlainSettings;
  /** Replaces the vendor's address; the engine's own status pages are there too. */
  readonly origin: string;
  readonly client: WarehouseClient;
  end(): Promise<void>;
}

interface Started {
  provider: WarehouseProvider;
  settings: (origin: URL) => PlainSettings;
  process: EngineProcess;
}

/** Paths of an engine's files by their purpose; undefined if the engine could not be obtained. */
function pathsOf(name: string): Paths | undefined {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const text = readFileSync(join(cache, "assay-engines", "found.json"), "utf8");
  const paths = Found.parse(JSON.parse(text))[name];
  return paths?.["missing"] === undefined ? paths : undefined;
}

interface Size {
  /** Number of workers of Trino. */
  workers?: number;
  /** Gigabytes of memory, for an engine that runs on Java. */
  gigabytes?: number;
  /** Lets Java use its optimizing compiler, which pays off for long statements, and Trino write to the disk what exceeds its memory. */
  isBenched?: boolean;
}

/** Disables Java's second compiler, because short tests are over before it is done. */
const quickJava = (isBenched: boolean | undefined) => (isBenched ? [] : ["-XX:TieredStopAtLevel=1"]);

async function trino(
  { java = "", jars }: Paths,
  folder: string,
  { workers = 2, gigabytes = 3, isBenched }: Size,
): Promise<Started> {
  const flags = [
    ...quickJava(isBenched),
    "--add-modules=jdk.incubator.vector",
    "--sun-misc-unsafe-memory-access=allow",
  ];
  const main = join(here, "trino/TrinoNodes.java");
  const started = await startProcess({
    command: join(java, "bin/java"),
    args: [
      `-Xmx${gigabytes}g`,
      ...flags,
      "-cp",
      `${jars}/*`,
      main,
      folder,
      String(workers),
      ...(isBenched ? ["spill"] : []),
    ],
    ready: /listening (http:[/\d.:]+)/,
    seconds: 300,
    signal: "KILL",
  });
  const settings = ({ hostname, port }: URL) => ({
    host: hostname,
    port: Number(port),
    useTls: false,
    username: "assay",
    catalog: "hive",
    schema: "shop",
    stagingSchema: "staging",
  });
  return { provider: "trino", settings, process: started };
}

const password = "only-for-tests";

/** PostgreSQL refuses to run as root, so as root it is started as the user postgres. */
async function postgres({ bin = "" }: Paths, folder: string): Promise<Started> {
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const isRoot = process.getuid?.() === 0;
  const command = isRoot ? "setpriv" : "env";
  const as = isRoot ? ["--reuid=postgres", "--regid=postgres", "--init-groups"] : [];
  if (isRoot) chownSync(folder, idOf("-u"), idOf("-g"));
  const [data, secret] = [join(folder, "data"), join(folder, "password")];
  writeFileSync(secret, password, { mode: 0o644 });
  const initdb = ["-D", data, "-U", "postgres", "--auth=scram-sha-256", `--pwfile=${secret}`];
  execFileSync(command, [...as, join(bin, "initdb"), ...initdb], { stdio: "ignore" });
  const port = await freePort();
  const own = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", `port=${port}`];
  const started = await startProcess({
    command,
    args: [...as, join(bin, "postgres"), "-D", data, ...own.flatMap((one) => ["-c", one])],
    ready: /ready to accept connections/,
    origin: `http://127.0.0.1:${port}`,
    seconds: 30,
    signal: "INT",
  });
  const settings = () => ({
    host: "127.0.0.1",
    port,
    database: "postgres",
    username: "postgres",
    password,
    useTls: false,
    schema: "shop",
  });
  return { provider: "postgres", settings, process: started };
}

const local = { JAVA_TOOL_OPTIONS: "", SPARK_LOCAL_IP: "127.0.0.1" };

/** Spark SQL in one process, with the protocol of Databricks. */
async function spark(
  { java = "", python = "" }: Paths,
  folder: string,
  { gigabytes = 2, isBenched }: Size,
): Promise<Started> {
  const started = await startProcess({
    command: python,
    args: [join(here, "spark/statement_api.py"), folder],
    ready: /listening (http:[/\d.:]+)/,
    env: {
      ...local,
      JAVA_HOME: java,
      PYSPARK_PYTHON: python,
      SPARK_MEMORY: `${gigabytes}g`,
      SPARK_JAVA: quickJava(isBenched).join(""),
    },
    seconds: 300,
  });
  const settings = () => ({ host: "spark.test", path: "/sql/1.0/warehouses/local", accessToken: password });
  return { provider: "databricks", settings, process: started };
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

async function fakesnow({ python = "" }: Paths): Promise<Started> {
  const started = await startProcess({
    command: python,
    args: [join(here, "snowflake/statement_api.py")],
    ready: /listening (http:[/\d.:]+)/,
    seconds: 60,
  });
  const settings = () => ({ accountName: "assay-tests", serviceUserName: "assay", privateKey: pem });
  return { provider: "snowflake", settings, process: started };
}

async function bqemulator({ python = "" }: Paths): Promise<Started> {
  const port = await freePort();
  const emulator = await startProcess({
    command: python,
    args: [join(here, "bigquery/start_emulator.py"), String(port)],
    ready: /grpc\.listen/,
    origin: `http://127.0.0.1:${port}`,
    seconds: 60,
  });
  const front = await tokenProxy(emulator.origin);
  const end = async () => {
    front.close();
    await emulator.end();
  };
  const keyFile = JSON.stringify({ client_email: "assay@tests.test", private_key: pem });
  const settings = () => ({ project: "assay-tests", privateKey: keyFile });
  return { provider: "bigquery", settings, process: { origin: front.origin, end } };
}

const starts = { trino, postgres, spark, fakesnow, bqemulator } as const;
export type EngineName = keyof typeof starts;

export const isFound = (name: EngineName) => pathsOf(name) !== undefined;

/** Starts an engine with its own folder, which is deleted with it. */
export async function startEngine(name: EngineName, size: Size = {}): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), `assay-${name}-`));
  const { provider, settings, process: running } = await starts[name](pathsOf(name) ?? {}, folder, size);
  const own = settings(new URL(running.origin));
  const { origin } = running;
  const client = await openClient(provider, own, { snowflake: origin, databricks: origin, google: origin });
  const end = async () => {
    await client.close();
    await running.end();
    rmSync(folder, { recursive: true, force: true });
  };
  return { provider, settings: own, origin, client, end };
}
