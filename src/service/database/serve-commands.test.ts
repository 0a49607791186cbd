import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKey, findKey, listKeys, revokeKey } from "#service/http/api-keys.ts";
import { openService, type OpenService } from "#service/open-service.ts";
import { readSettings } from "#service/settings.ts";
import { receivedMessages, send, socketName } from "./command-socket.ts";
import type { Database } from "./database.ts";
import { loadEntities } from "./entities.ts";
import { forgetUnit } from "./forget-unit.ts";
import { stagedEvents, storeStaged } from "./logs.ts";
import { openDatabase, openForCommand } from "./open-database.ts";
import { serveCommands } from "./serve-commands.ts";
import { readEntity } from "./entities.ts";

let dataDir: string;
let service: OpenService | undefined;
let child: ChildProcess | undefined;
const said: string[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "assay-commands-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await service?.database.close();
  service = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async () => {
  const settings = readSettings({ DATA_DIR: dataDir, DEMO: "0" });
  service = await openService(settings, (line) => said.push(line));
  return service.database;
};
const command = () => openForCommand({ dataDir });
const key = (name: string) => ({ kind: "console", name, rights: "write" }) as const;
const event = (unit: string) => ({ name: "order", time: 1000, unit, value: "1", source: "", metadata: "{}" });

/** Stores events as an import does. */
async function importEvents(database: Database, units: AsyncIterable<string> | Iterable<string>) {
  async function* events() {
    for await (const unit of units) yield event(unit);
  }
  const staged = stagedEvents(events());
  await database.transaction((transaction) => storeStaged(transaction, staged, 1), { staged });
}
const unitsIn = async (database: Database) =>
  (await database.query<{ unit_id: string }>("select unit_id from event order by seq")).map(
    ({ unit_id }) => unit_id,
  );

test("keys are made and revoked while the service runs, which knows it at once", async () => {
  const running = await start();
  const beside = await command();
  const made = await createKey(beside, key("Nightly report"), 1000);
  expect(await findKey(running, made, undefined)).toMatchObject({ name: "Nightly report", rights: "write" });
  const stored = (await listKeys(beside)).find(({ name }) => name === "Nightly report");
  expect(await revokeKey(beside, stored?.id ?? "", 1000)).toBe(true);
  expect(await findKey(running, made, undefined)).toBeUndefined();
});

test("a user is forgotten while the service runs", async () => {
  const running = await start();
  await importEvents(running, ["ada", "bob", "ada"]);
  expect(await forgetUnit(await command(), "ada")).toEqual({ events: 2, exposures: 0, checks: 0 });
  expect(await unitsIn(running)).toEqual(["bob"]);
});

test("only the owner reaches the service, and nobody once it has stopped", async () => {
  const running = await start();
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe("700");
  expect((statSync(join(dataDir, socketName)).mode & 0o777).toString(8)).toBe("600");
  await running.close();
  service = undefined;
  expect(existsSync(join(dataDir, socketName))).toBe(false);
});

test("entities that a command stores are answered from then on", async () => {
  const running = await start();
  const name = () => readEntity(running, "gate", "shop", (document) => document);
  expect(await name()).toBeUndefined();
  const document = { id: "shop", name: "Shop", version: 1, tags: ["x"] };
  const beside = await command();
  await beside.transaction((transaction) =>
    loadEntities(transaction, "gate", [{ document, references: [] }]),
  );
  expect(await name()).toMatchObject({ name: "Shop" });
});

test("an import holds up no write of the service while its file is read, and stores nothing when it is ended", async () => {
  const running = await start();
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  async function* slowly() {
    for (let number = 0; number < 5000; number += 1) yield `u${number}`;
    await held;
    throw new Error("ended by hand");
  }
  const importing = importEvents(await command(), slowly());
  importing.catch(() => undefined);
  await wait(300);
  await createKey(running, key("Meanwhile"), 1000);
  go();
  await expect(importing).rejects.toThrow("ended by hand");
  expect(await unitsIn(running)).toEqual([]);
  await importEvents(await command(), ["a", "b"]);
  await importEvents(await command(), ["c"]);
  expect(await unitsIn(running)).toEqual(["a", "b", "c"]);
});

test("a command that falls silent in its transaction is ended, and the writes of others go on", async () => {
  const database = await openDatabase({ dataDir });
  const stop = await serveCommands(database, dataDir, {
    changed: () => {},
    say: () => {},
    silence: 200,
  });
  const beside = await command();
  const silent = beside.transaction(async (transaction) => {
    await transaction.query("delete from api_key");
    await wait(1500);
  });
  silent.catch(() => undefined);
  await wait(100);
  await createKey(database, key("Meanwhile"), 1000);
  await expect(silent).rejects.toThrow(/did not go on in time; nothing was stored/);
  expect(await listKeys(database)).toHaveLength(1);
  await stop();
  await database.close();
});

test("what the database refuses is said, also in the middle of many rows", async () => {
  await start();
  const beside = await command();
  await expect(beside.query("select nothing from nowhere")).rejects.toThrow(/nowhere/);
  const rows = Array.from({ length: 300_000 }, () => ["x".repeat(50), null]);
  const load = beside.transaction((transaction) => transaction.load("metric", ["id", "name"], rows));
  await expect(load).rejects.toThrow(/NOT NULL/);
  expect(await beside.query("select * from metric")).toEqual([]);
});

/** Runs code in a separate process, where `load` imports a file of the service; returns the process with its output. */
function run(code: string) {
  const load =
    'import { runnerImport } from "vite"; const load = async (file) => (await runnerImport("./src/service/" + file, { configFile: false })).module;';
  return spawn(process.execPath, ["--input-type=module", "--eval", `${load}\n${code}`], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
  });
}

test("two commands at once both succeed, with a service and without one", async () => {
  const create = async (name: string) => {
    const made = run(
      `process.argv = ["", "", "create", "--name", "${name}"]; await load("cli/keys/main.ts");`,
    );
    const [printed] = await Promise.all([text(made.stdout), once(made, "exit")]);
    return printed;
  };
  const both = (names: string[]) => Promise.all(names.map(create));
  for (const printed of await both(["One", "Two"])) expect(printed).toMatch(/^console-/);
  const running = await start();
  for (const printed of await both(["Three", "Four"])) expect(printed).toMatch(/^console-/);
  const same = await Promise.allSettled([1, 2].map(async () => createKey(await command(), key("Same"), 1)));
  expect(same.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const names = (await listKeys(running)).map(({ name }) => name).sort();
  expect(names).toEqual(["Four", "One", "Same", "Three", "Two"]);
}, 180_000);

/** Runs the import in a separate process; returns its exit code and its output. */
async function runImport(...words: string[]) {
  const file = JSON.stringify(["", "", ...words]);
  const made = run(`process.argv = ${file}; await load("cli/import/main.ts");`);
  const [said, [code]] = await Promise.all([text(made.stderr), once(made, "exit")]);
  return { code, said };
}

test("an import through the service says what it says without one, and stores a file once", async () => {
  const running = await start();
  const [good, bad] = [join(dataDir, "good.csv"), join(dataDir, "bad.csv")];
  writeFileSync(good, "user,at\nu1,1790841600\nu2,1790841601\n");
  writeFileSync(bad, "user,at\nu3,1790841600\nu4,never\n");
  const options = ["--name", "order", "--unit", "user", "--time", "at"];
  expect(await runImport("events", bad, ...options)).toEqual({
    code: 1,
    said: "The file has bad rows.\n  line 3: Not a time in at: 'never'\nNothing was stored. Fix the rows, or leave them out with --skip-bad.\n",
  });
  expect(await runImport("events", good, "--dry-run", ...options)).toEqual({
    code: 0,
    said: "Would store 2 events.\n",
  });
  expect(await unitsIn(running)).toEqual([]);
  const both = await Promise.all([
    runImport("events", good, ...options),
    runImport("events", good, ...options),
  ]);
  expect(both.map(({ said }) => said.slice(0, 30)).sort()).toEqual([
    "Stored 2 events.\n",
    "This file was imported with th",
  ]);
  expect(await unitsIn(running)).toEqual(["u1", "u2"]);
}, 180_000);

test("a command of another version is refused, and says what to do", async () => {
  await start();
  const socket = connect(join(dataDir, socketName));
  await send(socket, { kind: "query", version: "0 earlier", sql: "select 1", values: [] });
  const { value } = await receivedMessages(socket).next();
  expect(value).toEqual({ error: expect.stringMatching(/of another version .* Restart the service/) });
});

test("a folder with too long a path is said at the start, and what holds its database to the command", async () => {
  const outer = dataDir;
  dataDir = join(outer, "x".repeat(60), "y".repeat(60));
  mkdirSync(dataDir, { recursive: true });
  said.length = 0;
  await start();
  expect(said).toEqual([
    "Keys, imports and backups need this service to be stopped: the path of DATA_DIR is too long.",
  ]);
  await service?.database.close();
  service = undefined;
  dataDir = outer;
});

/** Starts a service in a separate process, and returns a function that kills it. */
async function startProcess() {
  const running = run(`
    const { openService } = await load("open-service.ts");
    const { readSettings } = await load("settings.ts");
    await openService(readSettings({ DATA_DIR: process.env.DATA_DIR, DEMO: "0" }), () => {});
    console.log("ready");
    setInterval(() => {}, 1000);
  `);
  child = running;
  await once(createInterface({ input: running.stdout }), "line");
  return async () => {
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  };
}

test("a killed service leaves nothing by halves, and its socket is in nobody's way", async () => {
  for (let round = 0; round < 2; round += 1) {
    const kill = await startProcess();
    const beside = await command();
    await importEvents(beside, [`whole ${round}`]);
    let killed: Promise<void> | undefined;
    async function* endless() {
      for (let number = 0; ; number += 1) {
        if (number === 20_000 * (round + 1)) killed = kill();
        yield `half ${number}`;
      }
    }
    await expect(importEvents(beside, endless())).rejects.toThrow(/service ended while the command ran/);
    await killed;
    expect(readdirSync(dataDir)).toContain(socketName);
    const alone = await command();
    expect(await unitsIn(alone)).toEqual(Array.from({ length: round + 1 }, (_, index) => `whole ${index}`));
    await alone.close();
  }
  const running = await start();
  await createKey(await command(), key("After"), 1000);
  expect(await unitsIn(running)).toHaveLength(2);
}, 180_000);
