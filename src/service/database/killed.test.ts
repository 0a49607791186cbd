import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "./open-database.ts";

/** Writes one gate again and again, and says each version once its transaction has ended. Large ones, so that checkpoints happen too. */
const writer = `
  import { writeSync } from "node:fs";
  import { runnerImport } from "vite";
  const load = async (file) => (await runnerImport("./src/service/database/" + file, { configFile: false })).module;
  const { openDatabase } = await load("open-database.ts");
  const { writeEntity } = await load("entities.ts");
  const database = await openDatabase({ dataDir: process.env.DATA_DIR });
  for (let version = Number(process.env.FIRST); ; version += 1) {
    const document = { id: "a", name: "a", version, tags: ["x"], filler: "x".repeat(50_000) };
    const references = ["b" + version, "c" + version];
    await database.transaction((transaction) => writeEntity(transaction, "gate", { document, references }, version));
    writeSync(1, version + "\\n");
  }
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

/** Lets the writer go on from a version and kills it at some moment; answers the last version it acknowledged. */
async function writeUntilKilled(first: number): Promise<number> {
  const running = spawn(process.execPath, ["--input-type=module", "--eval", writer], {
    env: { ...process.env, DATA_DIR: dataDir, FIRST: String(first) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = running;
  let last = first - 1;
  for await (const line of createInterface({ input: running.stdout })) {
    last = Number(line);
    if (last === first) setTimeout(() => running.kill("SIGKILL"), 300 + Math.random() * 700);
  }
  return last;
}

async function stored() {
  const database = await openDatabase({ dataDir });
  const [gate] = await database.query<{ version: number }>("select version from gate");
  const history = await database.query<{ version: number }>(
    "select version from entity_history order by version",
  );
  const references = await database.query<{ gate_id: string }>(
    "select gate_id from gate_reference order by gate_id",
  );
  await database.close();
  return {
    version: gate?.version ?? 0,
    history: history.map(({ version }) => version),
    references: references.map(({ gate_id }) => gate_id),
  };
}

test.skipIf(process.env["TEST_DATABASE_URL"])(
  "everything acknowledged is there after kill -9, and nothing by halves",
  { timeout: 60_000 },
  async () => {
    let next = 1;
    for (let round = 0; round < 3; round += 1) {
      const acknowledged = await writeUntilKilled(next);
      expect(acknowledged).toBeGreaterThanOrEqual(next);
      const { version, history, references } = await stored();
      // The last transaction may have ended without its acknowledgement.
      expect([acknowledged, acknowledged + 1]).toContain(version);
      expect(history).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 1));
      expect(references).toEqual([`b${version}`, `c${version}`]);
      next = version + 1;
    }
  },
);
