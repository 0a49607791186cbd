// The log of the embedded database, and a mark file beside it that says what the log held when a change was last acknowledged. The engine
// accepts a truncated log as complete, so the mark is checked before the engine opens its files.
//
// A change is in the log on disk before it is marked, so the mark never promises more than was stored. The mark itself is flushed to disk
// only once for each state of the database file: after a power cut it may promise less, which refuses nothing.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";

export const logsOf = (path: string) => [`${path}.wal`, `${path}.checkpoint.wal`];
export const markOf = (path: string) => `${path}.log-of`;

export const hasLog = (path: string) =>
  logsOf(path).some((log) => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0);

/** The number of checkpoints into the database file, taken from the newer of its two headers. */
function stateOf(file: number): string {
  const counts = [4096, 8192].map((header) => {
    const bytes = Buffer.alloc(8);
    readSync(file, bytes, 0, 8, header + 8);
    return Number(bytes.readBigUInt64LE());
  });
  return String(Math.max(...counts));
}

/** The first bytes of a log: the inode of its file, their length and their checksum. */
interface Content {
  file: number;
  length: number;
  sum: number;
}

const nothing: Content = { file: 0, length: 0, sum: 0 };
const step = 1024 * 1024;

/** The content of a log, up to a length; `known` is the content of its start when it was last read. */
function contentOf(log: string, known = nothing, most = Infinity): Content {
  if (!existsSync(log)) return nothing;
  const opened = openSync(log, "r");
  const { ino, size } = fstatSync(opened);
  // The engine may have started another log, or copied this one.
  let { length, sum } = known.file === ino && known.length <= size ? known : nothing;
  const end = Math.min(size, most);
  const bytes = Buffer.allocUnsafe(Math.min(step, end - length));
  while (length < end) {
    const part = bytes.subarray(0, readSync(opened, bytes, 0, Math.min(step, end - length), length));
    if (part.length === 0) break;
    sum = crc32(part, sum);
    length += part.length;
  }
  closeSync(opened);
  return { file: ino, length, sum };
}

/** Returns a marker that records, after each change, what the log of a database file holds. */
export function logMarker(path: string) {
  const [log = ""] = logsOf(path);
  let files: { database: number; mark: number } | undefined;
  let marked = { state: "", content: nothing };
  return {
    mark: () => {
      if (!hasLog(path)) return;
      // These files stay open: closing the database file would release the lock that the engine holds on it in this process.
      files ??= {
        database: openSync(path, "r"),
        mark: openSync(markOf(path), constants.O_WRONLY | constants.O_CREAT, 0o600),
      };
      const state = stateOf(files.database);
      const content = contentOf(log, marked.state === state ? marked.content : nothing);
      // The line always has the same length, so one write replaces the former line.
      const line = [state, content.length, content.sum].map((number) => String(number).padStart(20));
      writeSync(files.mark, line.join(" "), 0);
      if (marked.state !== state) fsyncSync(files.mark);
      marked = { state, content };
    },
    /** To be called once the engine has closed the file. */
    close: () => {
      for (const file of Object.values(files ?? {})) closeSync(file);
      files = undefined;
      marked = { state: "", content: nothing };
    },
  };
}

/** Compares the log with its mark. Must not be called while the engine has the file open. */
export function markedLog(path: string): "whole" | "missing" | "damaged" {
  if (!existsSync(markOf(path))) return "whole";
  const [state, length, sum] = readFileSync(markOf(path), "utf8").trim().split(/ +/);
  // Older marks hold the state alone.
  const expected = { length: Number(length ?? 0), sum: Number(sum ?? 0) };
  const [log = ""] = logsOf(path);
  const found = contentOf(log, nothing, expected.length);
  const isWhole = found.length === expected.length && found.sum === expected.sum;
  const isThere = hasLog(path);
  // Read after the log, because another process may hold the database and checkpoint the log into the file meanwhile.
  const file = openSync(path, "r");
  const isOfThis = stateOf(file) === state;
  closeSync(file);
  if (!isOfThis) return "whole";
  if (!isThere) return "missing";
  return isWhole ? "whole" : "damaged";
}
