// Lets commands use the database that this process holds open, over a socket that only the owner of the data folder can reach.
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod/mini";
import { receivedMessages, send, socketPath } from "./command-socket.ts";
import type { BulkRows, Database, Statements, Value } from "./database.ts";
import { newestMigration } from "./migrations.ts";

const isList = (value: unknown) => Array.isArray(value);
const values = z.custom<Value[]>(isList);
const place = { table: z.string(), columns: z.array(z.string()) };

/** The requests of a command. A `load`, and a `begin` with `staged`, are followed by `rows` until `loaded`. */
const Request = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("query"), version: z.string(), sql: z.string(), values }),
  z.object({
    kind: z.literal("begin"),
    version: z.string(),
    commit: z.boolean(),
    staged: z.optional(z.object(place)),
  }),
  z.object({ kind: z.literal("load"), ...place }),
  z.object({ kind: z.literal("rows"), rows: z.custom<Value[][]>(isList) }),
  z.object({ kind: z.literal("loaded") }),
  z.object({ kind: z.literal("end") }),
]);
export type Request = z.infer<typeof Request>;
export interface Answer {
  /** Rows of a query, the number of loaded rows, or nothing. */
  result?: unknown;
  /** An error message for the user. */
  error?: string;
}

/** A command of another version might misread the tables, or expect other tables, so it is refused. */
export const version = `1 ${newestMigration}`;
const otherVersion =
  "The service that runs on this data folder is of another version than this command. Restart the service, then try again.";

/** Milliseconds; a command that is suspended in the middle of its transaction must not block other writers for longer. */
const longestSilence = 30_000;

interface Options {
  /** Called after every write. */
  changed: () => void;
  say: (line: string) => void;
  /** Milliseconds; set only in tests. */
  silence?: number;
}

/** Serves one connection: a single query or a transaction, which is rolled back if the connection ends first. */
async function answer(socket: Socket, database: Database, { changed, silence = longestSilence }: Options) {
  const messages = receivedMessages(socket);
  const next = async () => {
    const { value, done } = await messages.next();
    if (done) throw new Error("The command has ended.");
    return Request.parse(value);
  };
  const inTime = async () => {
    const timer = new AbortController();
    const late = wait(silence, undefined, { signal: timer.signal }).then(() => {
      throw new Error("The command did not go on in time; nothing was stored.");
    });
    late.catch(() => undefined);
    return Promise.race([next(), late]).finally(() => timer.abort());
  };
  const tell = (result?: unknown) => send(socket, { result } satisfies Answer);

  async function* rowsBy(more: () => Promise<Request>): BulkRows {
    for (;;) {
      const request = await more();
      if (request.kind === "loaded") return;
      if (request.kind === "rows") yield* request.rows;
    }
  }

  async function runTransaction(transaction: Statements) {
    await tell();
    for (;;) {
      const request = await inTime();
      if (request.kind === "end") return;
      if (request.kind === "query") await tell(await transaction.query(request.sql, request.values));
      if (request.kind === "load")
        await tell(await transaction.load(request.table, request.columns, rowsBy(inTime)));
    }
  }

  try {
    const request = await next();
    if (!("version" in request) || request.version !== version) throw new Error(otherVersion);
    if (request.kind === "query") await tell(await database.query(request.sql, request.values));
    else {
      const { commit, staged } = request;
      await database.transaction(runTransaction, {
        commit,
        isLong: true,
        ...(staged && { staged: { ...staged, rows: rowsBy(next) } }),
      });
      if (commit) changed();
      await tell();
    }
  } catch (error) {
    await send(socket, { error: error instanceof Error ? error.message : String(error) } satisfies Answer);
    // A command that is still sending rows would lose the error with the connection, so the command has to close it.
    while (!(await messages.next()).done);
  } finally {
    socket.destroy();
  }
}

/** Listens in the data folder whose database this process holds, and returns a function that stops it. */
export async function serveCommands(
  database: Database,
  dataDir: string,
  options: Options,
): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const answers = new Set<Promise<void>>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    const answering: Promise<void> = answer(socket, database, options)
      .catch(() => undefined)
      .finally(() => answers.delete(answering));
    answers.add(answering);
  });
  const path = socketPath(dataDir);
  const why = await new Promise<string | undefined>((resolve) => {
    if (path === undefined) return resolve("the path of DATA_DIR is too long");
    // The process that created an existing socket is gone, because this process holds the database.
    rmSync(path, { force: true });
    server.on("error", (error) => resolve(error.message));
    server.listen(path, () => {
      chmodSync(path, 0o600);
      resolve(undefined);
    });
  });
  if (why !== undefined) options.say(`Keys, imports and backups need this service to be stopped: ${why}.`);
  return async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await Promise.all(answers);
  };
}
