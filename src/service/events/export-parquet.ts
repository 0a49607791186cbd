// Writes exported lines to a Parquet file. Its index is at its end, so it is completed in the data folder before it is sent.
import { createReadStream, createWriteStream, mkdirSync, rmSync } from "node:fs";
import { mkdtemp, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import pLimit from "p-limit";
import { interruptible } from "#service/database/database.ts";
import { HttpError } from "#service/http/errors.ts";
import { lineFields } from "./export-lines.ts";

/** Bytes of disk space that an export leaves free for the database. */
const reserved = 256 * 1024 * 1024;

async function* whileThereIsRoom(lines: AsyncIterable<string>, folder: string) {
  for await (const text of lines) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < reserved)
      throw new HttpError(
        507,
        "The disk of the service is almost full, so no Parquet file can be made. CSV and NDJSON need no room on it.",
      );
    yield text;
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Column names in Parquet must differ in more than case; a later duplicate gets a number. */
function columnNames(keys: readonly string[]): string[] {
  const taken = new Set<string>(lineFields.map((column) => column.toLowerCase()));
  return keys.map((key) => {
    let name = key;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${key} ${number}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** SQL that reads lines with the fields `field0`, `field1`, … and writes them as columns named by `keys`. */
const copySql = (from: string, to: string, keys: readonly string[]) => {
  const fields = columnNames(keys);
  const types = [
    ...lineFields.map(
      (name) => `${quoted(name)}: '${/^(customIDs|metadata)$/.test(name) ? "JSON" : "VARCHAR"}'`,
    ),
    ...fields.map((_, index) => `field${index}: 'VARCHAR'`),
  ];
  const columns = [
    `epoch_ms(cast("timestamp" as bigint)) as "timestamp"`,
    ...lineFields.slice(1).map(quoted),
    ...fields.map((name, index) => `field${index} as ${quoted(name)}`),
  ];
  return `copy (select ${columns.join(", ")} from read_ndjson(${literal(from)}, columns = {${types.join(", ")}}))
    to ${literal(to)} (format parquet, compression zstd)`;
};

async function convert(sql: string, signal: AbortSignal) {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1", memory_limit: "256MiB" });
  const connection = await instance.connect();
  try {
    await interruptible(
      () => connection.run(sql),
      signal,
      () => connection.interrupt(),
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function* chunksOf(path: string, folder: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }))
      yield chunk as Buffer<ArrayBuffer>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a function that creates a file, one at a time; the file is deleted once it is read or the client disconnects. Throws
 *  507 if the disk is almost full. */
export function parquetFiles(dataDir: string) {
  const root = join(dataDir, "exports");
  const turn = pLimit(1);
  let isReady = false;

  async function make(lines: AsyncIterable<string>, keys: readonly string[], signal: AbortSignal) {
    signal.throwIfAborted();
    // Deletes files left over from a service that was killed.
    if (!isReady) rmSync(root, { recursive: true, force: true });
    isReady = true;
    mkdirSync(root, { recursive: true });
    const folder = await mkdtemp(join(root, "events-"));
    const remove = () => rm(folder, { recursive: true, force: true });
    // If the client disconnects before it has read anything, `chunksOf` never deletes the file.
    signal.addEventListener("abort", () => void remove(), { once: true });
    try {
      const [from, to] = [join(folder, "events.ndjson.gz"), join(folder, "events.parquet")];
      const room = Readable.from(whileThereIsRoom(lines, folder));
      await pipeline(room, createGzip({ level: 1 }), createWriteStream(from), { signal });
      await convert(copySql(from, to, keys), signal);
      await rm(from);
      return { size: (await stat(to)).size, chunks: chunksOf(to, folder) };
    } catch (error) {
      await remove();
      throw error;
    }
  }
  return (lines: AsyncIterable<string>, keys: readonly string[], signal: AbortSignal) =>
    turn(() => make(lines, keys, signal));
}
