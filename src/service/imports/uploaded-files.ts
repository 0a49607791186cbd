// Stores uploaded import files: streamed to the data folder, kept for an hour, and deleted at the next start.
import { randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { ImportFile } from "#contract/log-import.ts";
import { limits } from "#contract/limits.ts";
import { badField, badRequest, notFound, HttpError } from "#service/http/errors.ts";
import { UnreadableFile } from "./file-row.ts";
import { guessColumns } from "./guess-columns.ts";
import { readRows, separatorOfFile } from "./read-rows.ts";

interface UploadedFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** The answer to its upload; absent until then. */
  readonly answer?: ImportFile;
}

/** Milliseconds that an uploaded file is kept. */
const keptFor = 60 * 60_000;
const mostKept = 8;
const shownRows = 20;
const shownCharacters = 200;

const format = /\.(csv|ndjson|jsonl)(\.gz)?$|\.parquet$/i;

const tooLarge = () => new HttpError(413, `The file is larger than ${limits.importBytes / 1024 ** 3} GiB.`);

/** Counts the bytes of a stream, and fails if there are too many. */
function counted(count: (bytes: number) => number): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (count(chunk.length) > limits.importBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}

const isFull = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOSPC";

async function firstRows(path: string): Promise<Pick<ImportFile, "columns" | "rows" | "separator">> {
  const columns = new Map<string, number>();
  const found: ReadonlyMap<string, string>[] = [];
  for await (const row of readRows(path, () => undefined)) {
    if (!("fields" in row)) continue;
    for (const column of row.fields.keys()) if (!columns.has(column)) columns.set(column, columns.size);
    if (found.push(row.fields) >= shownRows) break;
  }
  const names = [...columns.keys()];
  const shown = (text = "") => text.slice(0, shownCharacters);
  const rows = found.map((fields) => names.map((name) => shown(fields.get(name))));
  return { columns: names, rows, separator: await separatorOfFile(path) };
}

export function uploadedFiles(dataDir: string) {
  const folder = join(dataDir, "imports");
  const files = new Map<string, UploadedFile>();
  /** Ids of files whose import is waiting or under way. */
  const held = new Set<string>();
  let isReady = false;

  function prepare() {
    if (isReady) return;
    // Files from before a restart are deleted; users can upload them again.
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    isReady = true;
  }
  function remove(id: string) {
    const file = files.get(id);
    files.delete(id);
    if (file) rmSync(file.path, { force: true });
  }

  /** Makes room for another file: the oldest one that is not being sent or imported gives way, and can be sent again. */
  function makeRoom() {
    if (files.size < mostKept) return;
    const oldest = [...files].find(([id, { size }]) => size > 0 && !held.has(id));
    if (!oldest)
      throw new HttpError(
        409,
        "Too many files are being sent or imported. Send this one when they are stored.",
      );
    remove(oldest[0]);
  }

  /** Stores an upload as it arrives, and reads its first rows. */
  async function receive(name: string, body: ReadableStream | null): Promise<ImportFile> {
    const [ending] = format.exec(name) ?? [];
    if (!ending)
      throw badField(
        "name",
        "Expected a file ending in .csv, .ndjson, .jsonl or .parquet (the first three also with .gz)",
      );
    if (!body) throw badRequest([{ property: "", errorMessage: "The file is empty" }]);
    prepare();
    makeRoom();
    const id = randomUUID();
    const path = join(folder, `${id}${ending.toLowerCase()}`);
    let size = 0;
    files.set(id, { path, name, size });
    try {
      const sink = createWriteStream(path, { mode: 0o600 });
      await pipeline(
        Readable.fromWeb(body),
        counted((bytes) => (size += bytes)),
        sink,
      );
      if (size === 0) throw badField("", "The file is empty");
      const first = await firstRows(path);
      if (first.rows.length === 0) throw badField("", "No row of the file can be read");
      const answer = { id, name, size, ...first, guess: guessColumns(first.columns, first.rows) };
      files.set(id, { path, name, size, answer });
      setTimeout(() => remove(id), keptFor).unref();
      return answer;
    } catch (error) {
      remove(id);
      if (error instanceof UnreadableFile) throw badField("", error.message);
      if (isFull(error))
        throw new HttpError(507, "There is no room for the file where the service keeps its data.");
      throw error;
    }
  }

  return {
    receive,
    remove,
    /** Keeps a file until the returned function is called. */
    hold: (id: string) => {
      held.add(id);
      return () => held.delete(id);
    },
    find: (id: string): UploadedFile => {
      const file = files.get(id);
      if (!file?.size) throw notFound("File");
      return file;
    },
    /** Returns again what was answered when a file was received. */
    read: (id: string): ImportFile => {
      const answer = files.get(id)?.answer;
      if (!answer) throw notFound("File");
      return answer;
    },
  };
}

export type UploadedFiles = ReturnType<typeof uploadedFiles>;
