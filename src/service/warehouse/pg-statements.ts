// Runs statements over PostgreSQL's protocol. Each statement has a connection of its own.
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Client, DatabaseError, type ClientConfig, type QueryArrayResult } from "pg";
import { column, row } from "./answer-rows.ts";
import { pgStream, type PgAddress } from "./pg-stream.ts";
import {
  WarehouseError,
  type Page,
  type Statement,
  type WarehouseClient,
  type WarehouseColumn,
} from "./statement.ts";

/** Where engines with this protocol differ. */
export interface PgEngine {
  readonly address: PgAddress;
  /** Returns the options of a new connection: for a statement with its mark, or for stopping another connection's statement. */
  config(statement?: Statement, mark?: string): ClientConfig;
  /** Applies the limits of the statement to its new connection; returns the id by which it can be stopped. */
  prepare(client: Client, statement: Statement, mark: string): Promise<string>;
  /** Stops a statement from another connection. */
  stop(client: Client, id: string): Promise<void>;
}

/** Names of the types that are not read as text, by their OID in the protocol. */
const typeNames = new Map([
  [16, "boolean"],
  [20, "bigint"],
  [21, "smallint"],
  [23, "integer"],
  [114, "json"],
  [700, "real"],
  [701, "double precision"],
  [1082, "date"],
  [1114, "timestamp"],
  [1184, "timestamptz"],
  [1700, "numeric"],
  [3802, "jsonb"],
  [4000, "super"],
]);
const columnsOf = ({ fields }: QueryArrayResult<unknown[]>): WarehouseColumn[] =>
  fields.map(({ name, dataTypeID }) => column(name, typeNames.get(dataTypeID) ?? "text"));

const asText = { getTypeParser: () => (value: unknown) => value };

/** Converts an error of the driver, the server or the network to a WarehouseError whose message contains no bound values. */
export function pgError(error: unknown): WarehouseError {
  if (error instanceof WarehouseError) return error;
  if (error instanceof DatabaseError) {
    const position = Number(error.position);
    return new WarehouseError(error.message, error.code ?? "", position ? { position } : {});
  }
  // All addresses of a host name failed.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && "code" in first ? String(first.code) : "";
  return new WarehouseError(first instanceof Error ? first.message : String(first), code);
}

interface Running {
  client: Client;
  outcome: Promise<QueryArrayResult<unknown[]>>;
  isFinished: boolean;
}

const connectingMs = 10_000;

async function connect(address: PgAddress, config: ClientConfig): Promise<Client> {
  let client: Client | undefined;
  try {
    const stream = await pgStream(address);
    client = new Client({
      connectionTimeoutMillis: connectingMs,
      ...config,
      ssl: false,
      stream: () => stream,
    });
    // A lost connection fails its statement; without a listener the event would end the process.
    client.on("error", () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    void client?.end().catch(() => undefined);
    throw pgError(error);
  }
}

async function start(client: Client, { text, values, mayWrite }: Statement) {
  await client.query(mayWrite ? "begin" : "begin transaction read only");
  // The extended protocol accepts only a single statement, whatever the text contains.
  const extended: object = { queryMode: "extended" };
  const outcome = client.query<unknown[]>({
    ...extended,
    text,
    values: [...values],
    rowMode: "array",
    types: asText,
  });
  outcome.catch(() => undefined);
  const one: Running = { client, outcome, isFinished: false };
  const settle = () => {
    one.isFinished = true;
  };
  outcome.then(settle, settle);
  return one;
}

export function pgStatements(engine: PgEngine): WarehouseClient {
  const running = new Map<string, Running>();
  /** Ids of failed statements, which need not be stopped. */
  const failed = new Set<string>();

  async function finish(id: string, end: "commit" | "rollback") {
    const one = running.get(id);
    running.delete(id);
    await one?.client.query(end).catch(() => undefined);
    await one?.client.end().catch(() => undefined);
  }

  const known = (id: string) => {
    const one = running.get(id);
    if (!one) throw new WarehouseError("The connection of this statement is lost.", "08003");
    return one;
  };

  async function stopBy(stop: (client: Client) => Promise<void>) {
    const client = await connect(engine.address, engine.config());
    try {
      await stop(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function cancel(id: string): Promise<void> {
    if (failed.delete(id)) return;
    await stopBy((client) => engine.stop(client, id));
    await finish(id, "rollback");
  }

  return {
    submit: async (statement, _signal, chosen) => {
      const mark = randomBytes(4).toString("hex");
      const client = await connect(engine.address, engine.config(statement, mark));
      try {
        const id = await engine.prepare(client, statement, mark);
        // The connection has its id before it gets the statement.
        await chosen?.(id);
        running.set(id, await start(client, statement));
        return { id };
      } catch (error) {
        await client.end().catch(() => undefined);
        throw pgError(error);
      }
    },
    poll: async (id, signal) => {
      const one = known(id);
      const rest = new AbortController();
      const pause = wait(1000, undefined, {
        signal: signal ? AbortSignal.any([signal, rest.signal]) : rest.signal,
      });
      try {
        await Promise.race([one.outcome, pause]);
      } catch (error) {
        if (!signal?.aborted) {
          failed.add(id);
          await finish(id, "rollback");
        }
        throw pgError(error);
      } finally {
        rest.abort();
        pause.catch(() => undefined);
      }
      return { isFinished: one.isFinished, bytes: null, isCached: false };
    },
    page: async (id): Promise<Page> => {
      const answer = await known(id).outcome;
      await finish(id, "commit");
      const columns = columnsOf(answer);
      return { columns, rows: answer.rows.map((values) => row(columns, values)) };
    },
    cancel,
    close: async () => {
      await Promise.all([...running.keys()].map((id) => cancel(id).catch(() => undefined)));
    },
  };
}
