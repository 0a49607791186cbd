// A log that was truncated or damaged anywhere is refused; one that a kill or a power cut left behind never is.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "./open-database.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const changes = 12;
const names = ["assay.duckdb", "assay.duckdb.wal", "assay.duckdb.log-of"];

/** Makes changes in a process that is killed, with a checkpoint after the sixth. Copies the files after each change into folders by its
 *  number, and returns the length of the log at each. */
function writeUntilKilled(): number[] {
  const script = `
    import { copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
    import { runnerImport } from "vite";
    const { openDatabase } = (await runnerImport("./src/service/database/open-database.ts", { configFile: false })).module;
    const folder = process.env.FOLDER;
    const database = await openDatabase({ dataDir: folder });
    for (let number = 1; number <= ${changes}; number += 1) {
      await database.transaction((transaction) =>
        transaction.query("insert into secrets_key values ($1)", ["x".repeat(number % 3 === 0 ? 200_000 : 10)]));
      if (number === 6) await database.query("checkpoint");
      mkdirSync(folder + "/" + number);
      for (const name of ${JSON.stringify(names)})
        if (existsSync(folder + "/" + name)) copyFileSync(folder + "/" + name, folder + "/" + number + "/" + name);
      const log = folder + "/assay.duckdb.wal";
      console.log(existsSync(log) ? statSync(log).size : 0);
    }
    process.kill(process.pid, "SIGKILL");`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    env: { ...process.env, FOLDER: folder },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout.trim().split("\n").map(Number);
}

async function stored(dataDir: string): Promise<number> {
  const database = await openDatabase({ dataDir });
  const rows = await database.query("select 1 as one from secrets_key");
  await database.close();
  return rows.length;
}

test("a log that was cut or damaged anywhere is refused, and a whole one is not", async () => {
  const lengths = writeUntilKilled();
  const bytes = readFileSync(join(folder, "assay.duckdb.wal"));
  expect(bytes.length).toBe(lengths.at(-1));
  const ends = lengths.slice(6).flatMap((length) => [length - 1, length, length + 8]);
  const places = Array.from({ length: 150 }, (_, index) => Math.floor((bytes.length * index) / 150));
  const before = (place: number) => place < bytes.length;
  for (const place of [...ends, ...places].filter(before)) {
    writeFileSync(join(folder, "assay.duckdb.wal"), bytes.subarray(0, place));
    await expect(stored(folder), `cut to ${place}`).rejects.toThrow(
      place === 0 ? /is missing; it held/ : /is cut short or damaged; it held the newest changes/,
    );
    const damaged = Buffer.from(bytes);
    damaged[place] = (damaged[place] ?? 0) ^ 0x10;
    writeFileSync(join(folder, "assay.duckdb.wal"), damaged);
    await expect(stored(folder), `damaged at ${place}`).rejects.toThrow(/cut short or damaged/);
  }
  // The last change was still being written when the process ended.
  writeFileSync(join(folder, "assay.duckdb.wal"), Buffer.concat([bytes, bytes.subarray(20, 300)]));
  expect(await stored(folder)).toBe(changes);
});

test("a mark that is older than the log, as a power cut may leave it, refuses nothing", async () => {
  writeUntilKilled();
  const tried = join(folder, "tried");
  for (const files of [5, 6, 7, 8, 9, changes])
    for (const mark of [1, 5, 7, 8, changes].filter((number) => number <= files)) {
      rmSync(tried, { recursive: true, force: true });
      cpSync(join(folder, String(files)), tried, { recursive: true });
      copyFileSync(join(folder, String(mark), "assay.duckdb.log-of"), join(tried, "assay.duckdb.log-of"));
      expect([files, mark, await stored(tried)]).toEqual([files, mark, files]);
    }
});
