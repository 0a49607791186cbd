// Damage anywhere in the file is reported: at the start, or once everything has been read after it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "./database.ts";
import { writeEntity } from "./entities.ts";
import { examine } from "./examine.ts";
import { loadEvents } from "./logs.ts";
import { openDatabase } from "./open-database.ts";

/** Bytes of one of the engine's blocks, and of the headers before the blocks. */
const [block, headers] = [262_144, 12_288];
const never = new AbortController().signal;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "assay-examined-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A checksum of everything in the filled tables. */
const sums = (database: Database) =>
  Promise.all(
    ["gate", "dynamic_config", "event"].map((table) =>
      database.query(`select count(*) as rows, cast(bit_xor(hash(one)) as text) as sum from ${table} as one`),
    ),
  );

/** Stores some gates, configs and events, and returns the checksums. */
async function fill(dataDir: string) {
  const database = await openDatabase({ dataDir });
  await database.transaction(async (transaction) => {
    for (let number = 0; number < 300; number += 1)
      for (const kind of ["gate", "dynamic_config"] as const) {
        const id = kind + number;
        const document = { id, name: id, version: 1, tags: [], filler: "x".repeat(number * 20) };
        await writeEntity(transaction, kind, { document, references: [] }, 1);
      }
    const event = { name: "purchase", value: "1", source: "test", metadata: '{"country":"DE"}' };
    await loadEvents(
      transaction,
      Array.from({ length: 50_000 }, (_, time) => ({ ...event, time, unit: `u${time * 7919}` })),
    );
  });
  await examine(database, never);
  const content = await sums(database);
  await database.close();
  return content;
}

test("a damaged block of the file refuses the start, or is found by reading everything, or holds nothing", async () => {
  const content = await fill(join(root, "data"));
  const bytes = readFileSync(join(root, "data", "assay.duckdb"));
  const found = { atStart: 0, later: 0, nothing: 0 };
  for (let at = headers; at < bytes.length; at += block) {
    const dataDir = mkdtempSync(join(root, "damaged-"));
    const damaged = Buffer.from(bytes).fill(0x5a, at + 1000, at + 1010);
    writeFileSync(join(dataDir, "assay.duckdb"), damaged);
    const database = await openDatabase({ dataDir }).catch(() => undefined);
    if (!database) {
      found.atStart += 1;
      continue;
    }
    const isRead = await examine(database, never).then(
      () => true,
      () => false,
    );
    if (isRead) {
      found.nothing += 1;
      expect(await sums(database)).toEqual(content);
    } else {
      found.later += 1;
      expect(await database.trouble()).toMatchObject({ isDown: true });
    }
    await database.close();
  }
  expect(found.later).toBeGreaterThan(found.nothing);
});
