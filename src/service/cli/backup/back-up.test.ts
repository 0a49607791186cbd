import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openService } from "#service/open-service.ts";
import { readSettings } from "#service/settings.ts";
import { backUp, restore } from "./back-up.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "assay-backup-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const folder = (name: string) => join(root, name);
const open = (name: string) =>
  openService(readSettings({ DATA_DIR: folder(name), DEMO: "0" }), () => undefined);
const fingerprints = async (name: string) => {
  const { database, secretsKey } = await open(name);
  const rows = await database.query("select fingerprint from secrets_key");
  const keys = await database.query("select id, hash from api_key");
  await database.close();
  return { rows, keys, secretsKey };
};

test("a backup is restored with everything in it, keys included, for its owner alone, and stays as it was", async () => {
  const made = await fingerprints("data");
  const content = await backUp(folder("data"), folder("backup"));
  expect(content["api_key"]?.rows).toBe(1);
  const copy = readFileSync(join(folder("backup"), "assay.duckdb"));
  expect((statSync(folder("backup")).mode & 0o777).toString(8)).toBe("700");
  rmSync(folder("data"), { recursive: true });
  await restore(folder("data"), folder("backup"));
  expect(await fingerprints("data")).toEqual(made);
  expect(readFileSync(join(folder("backup"), "assay.duckdb")).equals(copy)).toBe(true);
});

test("a backup of a running service holds one moment of it, and the service goes on", async () => {
  const { database } = await open("data");
  let count = 0;
  const stopped = new AbortController();
  const writing = (async () => {
    while (!stopped.signal.aborted) {
      count += 1;
      const values = [`e${count}`, count];
      // Both rows are written in one transaction, so a copy must contain both or neither.
      await database.transaction(async (transaction) => {
        await transaction.query(
          "insert into log_state (kind, name, logged) values ('event', $1, $2)",
          values,
        );
        await transaction.query(
          "insert into event (name, time, unit_id, value, source, seq) values ($1, $2, '', '', '', 1)",
          values,
        );
      });
    }
  })();
  const content = await backUp(folder("data"), folder("backup"));
  stopped.abort();
  await writing;
  expect(content["event"]?.rows).toBe(content["log_state"]?.rows);
  await backUp(folder("data"), folder("second"));
  await database.close();
  await restore(folder("new"), folder("second"));
  const restored = await open("new");
  expect(await restored.database.query("select count(*) as n from event")).toEqual([{ n: count }]);
  await restored.database.close();
});

test("a backup of a running service that fails leaves nothing that could be taken for one", async () => {
  const { database } = await open("data");
  rmSync(join(folder("data"), "api-key"));
  mkdirSync(join(folder("data"), "api-key"));
  await expect(backUp(folder("data"), folder("backup"))).rejects.toThrow(/EISDIR/);
  expect(readdirSync(folder("backup"))).toEqual([]);
  await database.close();
});

test("nothing is written over, and a damaged backup is said to be one", async () => {
  await (await open("data")).database.close();
  mkdirSync(folder("other"));
  writeFileSync(join(folder("other"), "mine"), "");
  await expect(backUp(folder("data"), folder("other"))).rejects.toThrow(/other is not empty/);
  expect(readdirSync(folder("other"))).toEqual(["mine"]);
  await backUp(folder("data"), folder("backup"));
  await expect(restore(folder("data"), folder("backup"))).rejects.toThrow(/data is not empty/);
  await expect(restore(folder("new"), folder("nowhere"))).rejects.toThrow(/There is no database in/);
  const file = join(folder("backup"), "assay.duckdb");
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, Math.floor(bytes.length / 2)));
  await expect(restore(folder("new"), folder("backup"))).rejects.toThrow(/is damaged/);
});
