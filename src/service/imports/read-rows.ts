// Reads the rows of a file of any supported format as texts by column name. Rows are not interpreted here.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline, Transform, type Duplex, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CsvError, type Info, parse } from "csv-parse";
import { type Separator, separatorOf } from "./csv-separator.ts";
import { type FileRow, UnreadableFile } from "./file-row.ts";
import { readParquet } from "./read-parquet.ts";

const plainName = (path: string) => path.replace(/\.gz$/i, "");

/** Whether the columns of the file are separated by a character. */
const isCsv = (path: string) => plainName(path).toLowerCase().endsWith(".csv");

const isDamage = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_");

const explained = (error: unknown) =>
  isDamage(error)
    ? new UnreadableFile(`The file cannot be unpacked: ${error.message}`, { cause: error })
    : error;

/** Yields rows in file order. `onBytes` is called with the number of (compressed) bytes read. */
export async function* readRows(path: string, onBytes: (count: number) => void): AsyncGenerator<FileRow> {
  try {
    yield* rowsOf(path, onBytes, await separatorOfFile(path));
  } catch (error) {
    throw explained(error);
  }
}

/** Returns what separates the columns of a CSV file; undefined for other formats. */
export const separatorOfFile = async (path: string): Promise<Separator | undefined> =>
  isCsv(path) ? separatorOf(path) : undefined;

function rowsOf(
  path: string,
  onBytes: (count: number) => void,
  separator: Separator | undefined,
): AsyncGenerator<FileRow> {
  const name = plainName(path).toLowerCase();
  if (name.endsWith(".parquet")) {
    if (name !== path.toLowerCase())
      throw new UnreadableFile("Parquet is compressed by itself; unpack the .gz first.");
    return readParquet(path);
  }
  const file = createReadStream(path);
  file.on("data", (chunk) => onBytes(chunk.length));
  const unpacked = path.toLowerCase().endsWith(".gz") ? through(file, createGunzip()) : file;
  const text = through(unpacked, boundedLines());
  if (separator) return readCsv(text, separator);
  if (name.endsWith(".ndjson") || name.endsWith(".jsonl")) return readNdjson(text);
  throw new UnreadableFile(
    "Expected a file ending in .csv, .ndjson, .jsonl or .parquet (the first three also with .gz).",
  );
}

/** Maximum length of a line in bytes, since a line has to fit into memory. */
const longestLine = 16 * 1024 * 1024;

/** Passes text through, failing on a line that is too long. */
function boundedLines(): Transform {
  let [line, length] = [1, 0];
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      let start = 0;
      for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
        [line, length, start] = [line + 1, 0, end + 1];
      }
      length += chunk.length - start;
      if (length > longestLine) done(new UnreadableFile(`Line ${line} is longer than 16 MiB.`));
      else done(null, chunk);
    },
  });
}

/** Pipes a stream into another; an error of either destroys both, so that the reader receives it. */
function through<Target extends Duplex>(source: Readable, target: Target): Target {
  pipeline(source, target, () => undefined);
  return target;
}

async function* readCsv(text: Readable, delimiter: Separator): AsyncGenerator<FileRow> {
  const skipped: FileRow[] = [];
  // csv-parse counts a CR LF inside quotes as two lines.
  let countedTwice = 0;
  const parser = through(
    text,
    parse({
      bom: true,
      delimiter,
      info: true,
      // A quoted field may span several lines.
      max_record_size: longestLine,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        if (error) skipped.push({ line: lineOf(error) - countedTwice, problem: error.message });
        return undefined;
      },
    }),
  );
  let columns: string[] | undefined;
  let next = 1;
  try {
    for await (const item of parser) {
      const { record, info } = csvItem(item);
      yield* skipped.splice(0);
      const line = next;
      for (const text of record) if (text.includes("\r\n")) countedTwice += text.split("\r\n").length - 1;
      next = info.lines + 1 - countedTwice;
      if (!columns) columns = headerOf(record);
      else if (record.length !== columns.length)
        yield { line, problem: `Expected ${columns.length} columns, found ${record.length}` };
      else yield { line, fields: new Map(columns.map((column, index) => [column, record[index] ?? ""])) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    skipped.push({ line: lineOf(error) - countedTwice, problem: error.message });
  }
  yield* skipped;
}

/** Returns the column names; throws on duplicates, which would be ambiguous. */
function headerOf(record: string[]): string[] {
  const twice = record.find((name, index) => name !== "" && record.indexOf(name) < index);
  if (twice !== undefined) throw new UnreadableFile(`The file has the column '${twice}' twice.`);
  return record;
}

/** With `info` set and no columns, csv-parse emits objects of this shape. */
const csvItem = (item: unknown) => item as { record: string[]; info: Info };

const lineOf = (error: CsvError): number => {
  const line: unknown = error["lines"];
  return typeof line === "number" ? line : 0;
};

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
};

async function* readNdjson(text: Readable): AsyncGenerator<FileRow> {
  const lines = createInterface({ input: text, crlfDelay: Infinity });
  // readline ignores errors of its input, such as a damaged .gz; unhandled, they would terminate the process.
  let failure: Error | undefined;
  text.on("error", (error) => {
    failure = error;
    lines.close();
  });
  let line = 0;
  for await (const content of lines) {
    line += 1;
    if (content.trim() !== "") yield ndjsonRow(line, content.replace(/^\uFEFF/, ""));
  }
  if (failure) throw failure;
}

function ndjsonRow(line: number, content: string): FileRow {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { line, problem: "Not valid JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { line, problem: "Expected a JSON object" };
  return { line, fields: new Map(Object.entries(value).map(([name, item]) => [name, textOf(item)])) };
}
