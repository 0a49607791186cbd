import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "./open-database.ts";

const writers = 8;

/** Eight writers, each with its own gate, share transactions. Each prints its version once it is acknowledged. The gates are large, so
 *  that checkpoints happen too. */
const writer = `
  import { writeSync } from "node:fs";
  import { runnerImport } from "vite";
  const load = async (file) => (await runnerImport("./src/service/database/" + file, { configFile: false })).module;
  const { openDatabase } = await load("open-database.ts");
  const { readEntity, writeEntity } = await load("entities.ts");
  const database = await openDatabase({ dataDir: process.env.DATA_DIR });
  const write = async (id) => {
    for (;;) {
      const saved = await database.transaction(async (transaction) => {
        const version = ((await readEntity(transaction, "gate", id, (document) => document.version)) ?? 0) + 1;
        const document = { id, name: id, version, tags: ["x"], filler: "x".repeat(20_000) };
        await writeEntity(transaction, "gate", { document, references: [id + "b" + version, id + "c" + version] }, version);
        return version;
      });
      writeSync(1, id + " " + saved + "\\n");
    }
  };
  for (let number = 0; number < ${writers}; number += 1) void write("gate" + number);
`;

let dataDir: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "assay-killed-"));
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the writers and kills them at some moment; returns the last version that each acknowledged. */
async function writeUntilKilled(): Promise<Map<string, number>> {
  const running = spawn(process.execPath, ["--input-type=module", "--eval", writer], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = running;
  const last = new Map<string, number>();
  for await (const line of createInterface({ input: running.stdout })) {
    if (last.size === 0) setTimeout(() => running.kill("SIGKILL"), 200 + Math.random() * 700);
    const [id = "", version] = line.split(" ");
    last.set(id, Number(version));
  }
  return last;
}

/** The stored gates by id: their version, their history and the gates they refer to. */
async function stored() {
  const database = await openDatabase({ dataDir });
  const gates = await database.query<{ id: string; version: number }>("select id, version from gate");
  const history = await database.query<{ id: string; version: number }>(
    "select id, version from entity_history order by version",
  );
  const references = await database.query<{ id: string; gate_id: string }>(
    "select entity_id as id, gate_id from gate_reference order by gate_id",
  );
  await database.close();
  return gates.map(({ id, version }) => ({
    id,
    version,
    history: history.filter((one) => one.id === id).map((one) => one.version),
    references: references.filter((one) => one.id === id).map(({ gate_id }) => gate_id),
  }));
}

const rounds = Number(process.env["KILLS"] ?? 3);

test.skipIf(process.env["TEST_DATABASE_URL"])(
  "everything acknowledged is there after kill -9, and nothing by halves",
  { timeout: 60_000 + rounds * 10_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const acknowledged = await writeUntilKilled();
      expect(acknowledged.size).toBeGreaterThan(0);
      for (const { id, version, history, references } of await stored()) {
        // The last transaction may have been committed without its acknowledgement.
        const told = acknowledged.get(id);
        if (told !== undefined) expect([told, told + 1]).toContain(version);
        acknowledged.delete(id);
        expect(history).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 1));
        expect(references).toEqual([`${id}b${version}`, `${id}c${version}`]);
      }
      expect([...acknowledged.keys()]).toEqual([]);
    }
  },
);
