// Client for Trino's own protocol: results are read by following the address of the next part until there is none.
import { z } from "zod/mini";
import { sendJsonRequest } from "./json-request.ts";
import { column, row } from "./answer-rows.ts";
import { withPlaceholders } from "./placeholders.ts";
import {
  WarehouseError,
  type Statement,
  type WarehouseClient,
  type WarehouseColumn,
  type WarehouseRow,
  type WarehouseValue,
} from "./statement.ts";

export interface TrinoSettings {
  host: string;
  port?: number | undefined;
  useTls?: boolean | undefined;
  username: string;
  password?: string | undefined;
  catalog?: string | undefined;
  schema?: string | undefined;
}

const Part = z.looseObject({
  id: z.string(),
  nextUri: z.optional(z.string()),
  columns: z.optional(z.array(z.looseObject({ name: z.string(), type: z.string() }))),
  data: z.optional(z.array(z.array(z.unknown()))),
  stats: z.looseObject({
    processedBytes: z.optional(z.number()),
    physicalInputBytes: z.optional(z.number()),
  }),
  error: z.optional(
    z.looseObject({
      message: z.string(),
      errorName: z.string(),
      errorLocation: z.nullish(z.looseObject({ lineNumber: z.number(), columnNumber: z.number() })),
    }),
  ),
});

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** Formats a value as a literal in the SQL of Trino and Athena. */
export const trinoLiteral = (value: WarehouseValue): string =>
  value === null ? "null" : typeof value === "string" ? quoted(value) : String(value);

/** Values are passed separately and never inserted into the text. */
export function trinoText({ text, values }: Pick<Statement, "text" | "values">): string {
  const written = withPlaceholders(text, values, () => "?");
  return written.values.length
    ? `execute immediate ${quoted(written.text)} using ${written.values.map(trinoLiteral).join(", ")}`
    : text;
}

/** Statements in a coordinator's list. */
const Listed = z.array(
  z.looseObject({
    queryId: z.string(),
    state: z.string(),
    session: z.looseObject({ clientTags: z.optional(z.array(z.string())) }),
  }),
);

/** Adds the mark as a further client tag. */
const marksOf = ({ mark }: Pick<Statement, "mark">) => (mark === undefined ? [] : [`mark_${mark}`]);

interface Running {
  /** Path and query of the URL of the next part. */
  next: string | undefined;
  columns: WarehouseColumn[];
  rows: WarehouseRow[];
  bytes: number;
}

export function trinoClient(settings: TrinoSettings): WarehouseClient {
  const { host, port, username, password, catalog, schema } = settings;
  const isTls = settings.useTls !== false;
  if (password && !isTls)
    throw new WarehouseError("A password is sent over TLS only.", "PASSWORD_WITHOUT_TLS");
  const origin = `${isTls ? "https" : "http"}://${host}:${port ?? (isTls ? 443 : 8080)}`;
  const headers = {
    "X-Trino-User": username,
    "X-Trino-Source": "assay",
    "X-Trino-Time-Zone": "UTC",
    ...(catalog ? { "X-Trino-Catalog": catalog } : {}),
    ...(schema ? { "X-Trino-Schema": schema } : {}),
    ...(password
      ? { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` }
      : {}),
  };
  const running = new Map<string, Running>();

  function take(body: unknown, status: number): z.infer<typeof Part> {
    const { success, data } = Part.safeParse(body);
    if (!success)
      throw new WarehouseError(
        typeof body === "string" && body !== ""
          ? body.slice(0, 300)
          : `Trino answered with status ${status}.`,
        String(status),
        { status },
      );
    if (data.error) {
      running.delete(data.id);
      throw new WarehouseError(data.error.message, data.error.errorName);
    }
    const one = running.get(data.id) ?? { next: undefined, columns: [], rows: [], bytes: 0 };
    running.set(data.id, one);
    if (data.columns) one.columns = data.columns.map(({ name, type }) => column(name, type));
    for (const values of data.data ?? []) one.rows.push(row(one.columns, values));
    one.bytes = data.stats.physicalInputBytes ?? data.stats.processedBytes ?? one.bytes;
    // Behind a proxy the address may name another host, which must not receive the password.
    const next = data.nextUri === undefined ? undefined : new URL(data.nextUri);
    one.next = next && `${next.pathname}${next.search}`;
    return data;
  }

  async function cancel(id: string) {
    running.delete(id);
    await sendJsonRequest({ method: "DELETE", url: `${origin}/v1/query/${encodeURIComponent(id)}`, headers });
  }

  return {
    submit: async (statement, signal) => {
      const seconds = Math.max(1, Math.ceil((statement.deadline - Date.now()) / 1000));
      const session = [`query_max_run_time=${seconds}s`];
      if (statement.byteLimit !== undefined)
        session.push(`query_max_scan_physical_bytes=${statement.byteLimit}B`);
      const { body, status } = await sendJsonRequest({
        method: "POST",
        url: `${origin}/v1/statement`,
        headers: {
          ...headers,
          "X-Trino-Session": session.join(","),
          "X-Trino-Client-Tags": [
            statement.tag.replaceAll(/[^\x21-\x7e]|,/g, "_"),
            ...marksOf(statement),
          ].join(),
          "Content-Type": "text/plain",
        },
        body: trinoText(statement),
        signal,
      });
      return { id: take(body, status).id };
    },
    poll: async (id, signal) => {
      const one = running.get(id);
      if (!one) throw new WarehouseError("Nothing is known of this statement.", "NOT_FOUND");
      // Parts with rows are read immediately one after another; a part without rows means that the engine has made no progress yet.
      for (let isWaiting = false; one.next !== undefined && !isWaiting;) {
        const ask = { method: "GET", url: `${origin}${one.next}`, headers, signal } as const;
        const { body, status } = await sendJsonRequest(ask);
        isWaiting = !take(body, status).data;
      }
      return { isFinished: one.next === undefined, bytes: one.bytes, isCached: false };
    },
    page: async (id) => {
      const { columns = [], rows = [] } = running.get(id) ?? {};
      running.delete(id);
      return { columns, rows };
    },
    cancel,
    cancelMarked: async (mark) => {
      const { body } = await sendJsonRequest({ method: "GET", url: `${origin}/v1/query`, headers });
      const [wanted = ""] = marksOf({ mark });
      const found = Listed.parse(body).filter(({ session }) => session.clientTags?.includes(wanted));
      for (const { queryId, state } of found)
        if (!["FINISHED", "FAILED"].includes(state)) await cancel(queryId);
      return found.length > 0;
    },
    close: async () => running.clear(),
  };
}
