// The embedded database on a full disk, after a fatal error of its engine, and with damaged or missing files.
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Reader } from "./database.ts";
import { openDuckdb } from "./duckdb.ts";
import { openDatabase } from "./open-database.ts";

let folder: string;
let database: Database | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-embedded-"));
});
afterEach(async () => {
  await database?.close();
  database = undefined;
  spawnSync("umount", [folder], { stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);
const open = async () => (database = await openDatabase({ dataDir: folder }));
const add = (to: Database, id: string) =>
  to.transaction((transaction) =>
    transaction.query("insert into secrets_key (fingerprint) values ($1)", [
      id + randomBytes(200_000).toString("hex"),
    ]),
  );
const stored = async (from: Database) =>
  (await from.query<{ id: string }>("select left(fingerprint, 1) as id from secrets_key order by 1")).map(
    ({ id }) => id,
  );

/** A disk of 80 MB can only be mounted where this user has the rights to. */
const canMount =
  process.platform === "linux" && process.getuid?.() === 0 && spawnSync("mount", ["--version"]).status === 0;
const onSmallDisk = test.skipIf(!canMount);
/** Fills the disk except for some bytes. */
function fill(left: number) {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(path("filler"), Buffer.alloc(bavail * bsize - left));
}

onSmallDisk(
  "writes are refused before the disk is full, reads are answered, and room lets writes in again",
  async () => {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=80m", "tmpfs", folder]);
    const on = await open();
    await add(on, "a");
    fill(4_000_000);
    await expect(add(on, "b")).rejects.toMatchObject({
      status: 507,
      message: /Make room on it; nothing was changed/,
    });
    expect(await on.trouble()).toMatchObject({ isDown: false });
    expect(await stored(on)).toEqual(["a"]);
    rmSync(path("filler"));
    await add(on, "c");
    expect(await on.trouble()).toBeUndefined();
    expect(await stored(on)).toEqual(["a", "c"]);
  },
);

onSmallDisk(
  "a disk that fills up meanwhile loses nothing acknowledged, and the database opens again by itself",
  async () => {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=80m", "tmpfs", folder]);
    const on = await open();
    const acknowledged: string[] = [];
    // A change can fit into the log and yet not into the database file.
    const fits = (id: string) => id < "i";
    const refusals = new Set<unknown>();
    for (const id of "abcdefghijkl") {
      // There is room when the write begins, but no longer when it is committed.
      const write = on.transaction(async (transaction) => {
        const big = Array.from({ length: 12 }, () => randomBytes(100_000).toString("hex")).join("");
        await transaction.query("insert into secrets_key (fingerprint) values ($1)", [id + big]);
        if (!existsSync(path("filler"))) fill(fits(id) ? 3_000_000 : 100_000);
      });
      await write.then(
        () => acknowledged.push(id),
        (error: unknown) => refusals.add(error instanceof Error && "status" in error ? error.status : error),
      );
      rmSync(path("filler"), { force: true });
    }
    expect(refusals).toEqual(new Set([503, 507]));
    await expect.poll(() => add(on, "z").then(() => "stored", String)).toBe("stored");
    const all = await stored(on);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter((id) => !all.includes(id))).toEqual([]);
  },
);

/** Writes in a separate process that is killed, so that the log stays; returns the output of that process. */
function writeElsewhere(): string {
  const script = `
    import { runnerImport } from "vite";
    const { openDatabase } = (await runnerImport("./src/service/database/open-database.ts", { configFile: false })).module;
    const database = await openDatabase({ dataDir: ${JSON.stringify(folder)} });
    await database.transaction((transaction) => transaction.query("insert into secrets_key values ('newest')"));
    process.kill(process.pid, "SIGKILL");`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", script]).stderr.toString();
}

test("after a change, too, no other process opens the database", async () => {
  const on = await open();
  await add(on, "a");
  expect(writeElsewhere()).toMatch(/is in use by another process/);
  await add(on, "b");
  expect(await stored(on)).toEqual(["a", "b"]);
});

test("a missing log, a missing file and damaged ones are said at start, and nothing is opened in their place", async () => {
  await (await open()).close();
  database = undefined;
  const file = readFileSync(path("assay.duckdb"));
  writeFileSync(
    path("assay.duckdb"),
    Buffer.concat([file.subarray(0, 100), Buffer.from("damaged"), file.subarray(107)]),
  );
  await expect(open()).rejects.toThrow(/is damaged/);
  writeFileSync(path("assay.duckdb"), file);
  writeElsewhere();
  expect(existsSync(path("assay.duckdb.wal"))).toBe(true);
  copyFileSync(path("assay.duckdb.wal"), path("kept.wal"));
  rmSync(path("assay.duckdb.wal"));
  await expect(open()).rejects.toThrow(/The log .*assay\.duckdb\.wal is missing; it held the newest changes/);
  copyFileSync(path("kept.wal"), path("assay.duckdb.wal"));
  copyFileSync(path("assay.duckdb"), path("kept"));
  rmSync(path("assay.duckdb"));
  await expect(open()).rejects.toThrow(/assay\.duckdb is missing, only other files of it are there/);
  expect(existsSync(path("assay.duckdb"))).toBe(false);
  writeFileSync(path("assay.duckdb"), "not a database");
  await expect(open()).rejects.toThrow(/is damaged\. Restore a backup/);
  copyFileSync(path("kept"), path("assay.duckdb"));
  truncateSync(path("assay.duckdb"), 20_000);
  await expect(open()).rejects.toThrow(/is damaged\. Restore a backup/);
  copyFileSync(path("kept"), path("assay.duckdb"));
  expect(await stored(await open())).toEqual(["n"]);
});

test("a part of the file that is found damaged only when it is read is told from then on", async () => {
  const on = await open();
  for (const id of ["a", "b", "c", "d"]) await add(on, id);
  await on.close();
  const file = readFileSync(path("assay.duckdb"));
  // The long texts are in the middle of the file, between the parts that are read at start.
  const middle = Math.floor(file.length * 0.6);
  writeFileSync(path("assay.duckdb"), file.fill(0x5a, middle, middle + 1000));
  const again = await open();
  expect(await again.trouble()).toBeUndefined();
  await expect(stored(again)).rejects.toThrow(/is damaged\. Restore a backup/);
  expect(await again.trouble()).toMatchObject({ isDown: true });
  expect((await again.trouble())?.message).toMatch(/is damaged\. Restore a backup/);
});

test("an empty log, and a folder with a secrets key whose database is gone, do not start without a word", async () => {
  await (await open()).close();
  database = undefined;
  writeElsewhere();
  truncateSync(path("assay.duckdb.wal"), 0);
  await expect(open()).rejects.toThrow(/The log .*assay\.duckdb\.wal is missing/);
  for (const name of ["assay.duckdb", "assay.duckdb.wal", "assay.duckdb.log-of"]) rmSync(path(name));
  writeFileSync(path("secrets-key"), "");
  await expect(open()).rejects.toThrow(/assay\.duckdb is missing, only other files of it are there/);
  rmSync(path("secrets-key"));
  expect(await stored(await open())).toEqual([]);
});

test("a file that went through its log needs none", async () => {
  const on = await open();
  await add(on, "a");
  await on.close();
  database = undefined;
  expect(existsSync(path("assay.duckdb.log-of"))).toBe(true);
  expect(existsSync(path("assay.duckdb.wal"))).toBe(false);
  expect(await stored(await open())).toEqual(["a"]);
});

test("the engine takes no more memory than it is given", async () => {
  database = await openDatabase({ dataDir: folder, memoryLimit: 256 });
  expect(await database.query("select current_setting('memory_limit') as most")).toEqual([
    { most: "256.0 MiB" },
  ]);
});

test(
  "the engine gives back the memory that nobody needs, and keeps its limit",
  { timeout: 30_000 },
  async () => {
    const engine = await openDuckdb(path("idle"), 256, { idleAfter: 200 });
    await engine.transaction((statements) =>
      statements.query(
        "create table numbers as select random() as number, gen_random_uuid() as id from range(2500000)",
      ),
    );
    const kept = async () => {
      const [row] = await engine.query<{ mib: number }>(
        "select sum(memory_usage_bytes) / 1048576 as mib from duckdb_memory()",
      );
      return Number(row?.mib);
    };
    const read = () => engine.query("select max(number) as most, max(id) as last from numbers");
    await engine.query("checkpoint");
    await read();
    await expect.poll(kept, { timeout: 15_000, interval: 100 }).toBeLessThan(33);
    expect(await engine.query("select current_setting('memory_limit') as most")).toEqual([
      { most: "256.0 MiB" },
    ]);
    // Reads that run meanwhile return complete results.
    const answers = await Promise.all(Array.from({ length: 12 }, read));
    expect(new Set(answers.map((rows) => JSON.stringify(rows))).size).toBe(1);
    await engine.close();
  },
);

test("what a checkpoint has read and written is given back soon", async () => {
  const engine = await openDuckdb(path("written"), 256, { idleAfter: 3_600_000 });
  await engine.transaction((statements) => statements.query("create table numbers (number bigint, id uuid)"));
  await engine.transaction((statements) =>
    statements.query("insert into numbers select range, gen_random_uuid() from range(2500000)"),
  );
  const kept = async () => {
    const [row] = await engine.query<{ mib: number }>(
      "select sum(memory_usage_bytes) / 1048576 as mib from duckdb_memory()",
    );
    return Number(row?.mib);
  };
  await engine.query("select max(number) as most, max(id) as last from numbers");
  expect(await kept()).toBeGreaterThan(33);
  await engine.transaction((statements) =>
    statements.query("update numbers set id = gen_random_uuid() where number < 2000000"),
  );
  await expect.poll(kept, { timeout: 15_000, interval: 100 }).toBeLessThan(33);
  await engine.close();
});

test("after many commits the engine keeps nothing, so that it clears away the records of its statements", async () => {
  const engine = await openDuckdb(path("busy"), 256, { idleAfter: 200 });
  await engine.transaction((statements) =>
    statements.query("create table numbers as select gen_random_uuid() as id from range(500000)"),
  );
  const kept = async () => {
    const [row] = await engine.query<{ mib: number }>(
      "select sum(memory_usage_bytes) / 1048576 as mib from duckdb_memory() where tag = 'BASE_TABLE'",
    );
    return Number(row?.mib);
  };
  await engine.query("checkpoint");
  await engine.query("select max(id) as last from numbers");
  expect(await kept()).toBeGreaterThan(5);
  for (let commit = 0; commit < 1000; commit += 1)
    await engine.transaction((statements) => statements.query("select 1 as one"));
  await expect.poll(kept, { timeout: 15_000, interval: 100 }).toBeLessThan(2);
  await engine.close();
});

test("small statements run on one thread, long reads on all, also where they overlap", async () => {
  const engine = await openDuckdb(path("threads"));
  const threads = async (on: Reader) => {
    const [row] = await on.query<{ threads: number }>("select current_setting('threads') as threads");
    return row?.threads;
  };
  const all = availableParallelism();
  const { signal } = new AbortController();
  expect(await threads(engine)).toBe(1);
  for (let round = 0; round < 10; round += 1)
    expect(
      await Promise.all([1, 2, 3, 4].map(() => engine.snapshot((snapshot) => threads(snapshot), signal))),
    ).toEqual([all, all, all, all]);
  await engine.snapshot(() => Promise.reject(new Error("no")), signal).catch(() => undefined);
  expect(await threads(engine)).toBe(1);
  expect(await engine.transaction((statements) => threads(statements), { isLong: true })).toBe(all);
  expect(await threads(engine)).toBe(1);
  await engine.close();
});

test("long reads have a part of the memory, long writes all of it", async () => {
  const engine = await openDuckdb(path("shares"), 500);
  const most = async (on: Reader) =>
    (await on.query("select current_setting('memory_limit') as most"))[0]?.["most"];
  const { signal } = new AbortController();
  const reads = Promise.all([1, 2].map(() => engine.snapshot(most, signal)));
  expect(await reads).toEqual(["325.0 MiB", "325.0 MiB"]);
  expect(await most(engine)).toBe("500.0 MiB");
  expect(
    await engine.transaction((statements) => engine.snapshot(() => most(statements), signal), {
      isLong: true,
    }),
  ).toBe("500.0 MiB");
  await engine.close();
});

test("while it is closed, statements that run are waited for, and none begins", async () => {
  const engine = await openDuckdb(path("late.duckdb"));
  const slow = "select sum(one * other) as sum from range(4000) as ones (one), range(4000) as others (other)";
  const asked = engine.query(slow);
  const closed = engine.close();
  // While close() waits for one queue, the empty ones must not start new work.
  const late = Promise.allSettled(
    Array.from({ length: 8 }, (_, turn) =>
      turn % 2 ? engine.query(slow) : engine.transaction((on) => on.query(slow)),
    ),
  );
  await expect(asked).resolves.toHaveLength(1);
  await closed;
  for (const { status } of await late) expect(status).toBe("rejected");
});
