// Lets a command use the database of a data folder that a running service holds, over the service's socket.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { z } from "zod/mini";
import { isOwnSocket, receivedMessages, send, socketPath } from "./command-socket.ts";
import { type BulkRows, type Engine, loadedRows, type Row, type Statements, type Value } from "./database.ts";
import { type Request, version } from "./serve-commands.ts";

const Answer = z.object({ result: z.optional(z.unknown()), error: z.optional(z.string()) });

const gone =
  "The service ended while the command ran; nothing was stored. Run the command again when the service is back.";
const unknownEnd =
  "The service ended while the command was being stored. Run the command again: nothing is stored a second time.";

/** Rows are sent in batches of at most this many rows and about this many characters. */
const [mostRows, mostCharacters] = [1000, 1_000_000];
const sizeOf = (row: readonly Value[]) =>
  row.reduce<number>((size, value) => size + (typeof value === "string" ? value.length : 8), 0);

/** Connects to the service; undefined where none listens. */
async function reach(path: string): Promise<Socket | undefined> {
  if (!isOwnSocket(path)) return undefined;
  const socket = connect(path);
  try {
    await once(socket, "connect");
    socket.on("error", () => undefined);
    return socket;
  } catch (error) {
    // The socket was left behind by a killed service, or has just been removed.
    if (error instanceof Error && "code" in error && /^(ECONNREFUSED|ENOENT)$/.test(String(error.code)))
      return undefined;
    throw error;
  }
}

/** Sends requests that are answered one after another. */
function conversation(socket: Socket) {
  const messages = receivedMessages(socket);
  const answered = async (lost: string): Promise<unknown> => {
    const { value, done } = await messages.next().catch(() => ({ value: undefined, done: true }));
    if (done) throw new Error(lost);
    const { error, result } = Answer.parse(value);
    if (error !== undefined) throw new Error(error);
    return result;
  };
  const say = (request: Request) => send(socket, request);
  return {
    ask: async (request: Request, lost = gone) => {
      // The service may have refused already, so the answer is read even if sending fails.
      await say(request).catch(() => undefined);
      return answered(lost);
    },
    /** Sends a request followed by rows, and returns the answer. */
    askWithRows: async (request: Request, rows: BulkRows) => {
      let isAnswered = false;
      const answer = say(request)
        .then(() => answered(gone))
        .finally(() => (isAnswered = true));
      answer.catch(() => undefined);
      let [batch, size]: [(readonly Value[])[], number] = [[], 0];
      const flush = async () => {
        const full = batch;
        [batch, size] = [[], 0];
        // If sending fails, the answer says why.
        await say({ kind: "rows", rows: full.map((row) => [...row]) }).catch(() => undefined);
      };
      for await (const row of rows) {
        size += sizeOf(row);
        if (batch.push(row) >= mostRows || size >= mostCharacters) await flush();
        if (isAnswered) return answer;
      }
      await flush();
      await say({ kind: "loaded" }).catch(() => undefined);
      return answer;
    },
  };
}
type Conversation = ReturnType<typeof conversation>;

/** The caller's row type declares what the statement selects, and is not checked. */
const rowsIn = <R extends Row>(result: unknown) => result as R[];

const statementsOn = ({ ask, askWithRows }: Conversation): Statements => ({
  engine: "duckdb",
  query: async <R extends Row>(sql: string, values: readonly Value[] = []) =>
    rowsIn<R>(await ask({ kind: "query", version, sql, values: [...values] })),
  load: async (table, columns, rows) =>
    Number(await askWithRows({ kind: "load", table, columns: [...columns] }, rows)),
});

/** The database of a running service; undefined where none runs on this folder. */
export async function openRemote(dataDir: string): Promise<Engine | undefined> {
  const path = socketPath(dataDir);
  const first = path === undefined ? undefined : await reach(path);
  if (path === undefined || first === undefined) return undefined;
  first.destroy();

  async function connected<T>(work: (conversation: Conversation) => Promise<T>): Promise<T> {
    const socket = path === undefined ? undefined : await reach(path);
    if (!socket) throw new Error(gone);
    try {
      return await work(conversation(socket));
    } finally {
      // The service rolls back whatever is not committed.
      socket.destroy();
    }
  }

  return {
    engine: "duckdb",
    query: <R extends Row>(sql: string, values?: readonly Value[]) =>
      connected((conversation) => statementsOn(conversation).query<R>(sql, values)),
    transaction: (work, { commit = true, staged } = {}) =>
      connected(async (conversation) => {
        const { ask, askWithRows } = conversation;
        const begin = { kind: "begin", version, commit } as const;
        if (staged) {
          const { table, columns } = staged;
          await askWithRows({ ...begin, staged: { table, columns: [...columns] } }, loadedRows(staged));
        } else await ask(begin);
        const result = await work(statementsOn(conversation));
        await ask({ kind: "end" }, unknownEnd);
        return result;
      }),
    snapshot: () => Promise.reject(new Error("A command takes no snapshots.")),
    trouble: async () => undefined,
    close: async () => undefined,
  };
}
