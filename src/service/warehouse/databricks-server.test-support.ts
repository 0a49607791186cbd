// Test server that behaves like Databricks' Statement Execution API, by its documentation, with OAuth tokens that expire.
import { parsed, vendorServer, type Reply, type Sent } from "./vendor-server.test-support.ts";

/** A rejection, or a table in chunks. */
export type DatabricksAnswer =
  | { error_code: string; message: string }
  | {
      columns: readonly (readonly [name: string, type: string])[];
      chunks: readonly (readonly unknown[][])[];
      truncated?: true;
    };

export const table = (columns: readonly string[], rows: readonly unknown[][]): DatabricksAnswer => ({
  columns: columns.map((name) => [name, "STRING"] as const),
  chunks: [rows],
});

export const secret = "canary-oauth-secret";
export const settings = {
  host: "dbc-1.cloud.databricks.com",
  path: "/sql/1.0/warehouses/abc123",
  oauthClientID: "app-1",
  accessToken: secret,
};

interface Statement {
  text: string;
  tags: unknown;
  answer: DatabricksAnswer;
  polls: number;
  isCancelled: boolean;
}

/** The history gives this many statements with a page. */
const pageOfHistory = 2;

/** A statement reports that it is running `pollsBeforeEnd` times; `Infinity` for a statement that never ends. */
export async function databricksServer(answer: (text: string) => DatabricksAnswer, pollsBeforeEnd = 1) {
  const statements = new Map<string, Statement>();
  const tokens: string[] = [];
  const state = {
    tokens,
    /** Description of the SQL warehouse. */
    warehouse: {
      id: "abc123",
      name: "Shop",
      state: "RUNNING",
      cluster_size: "2X-Small",
      auto_stop_mins: 10,
      enable_serverless_compute: true,
    },
  };

  function token({ headers, text }: Sent): Reply {
    const isKnown =
      headers.authorization === `Basic ${Buffer.from(`app-1:${secret}`).toString("base64")}` &&
      text === "grant_type=client_credentials&scope=all-apis";
    if (!isKnown)
      return {
        status: 401,
        body: {
          error: "invalid_client",
          error_description: `Client authentication failed ${headers.authorization}`,
        },
      };
    tokens.push(`oauth-token-number-${tokens.length}`);
    return { status: 200, body: { access_token: tokens.at(-1), token_type: "Bearer", expires_in: 3600 } };
  }

  function told(id: string, one: Statement): Reply {
    const say = (status: object, more: object = {}): Reply => ({
      status: 200,
      body: { statement_id: id, status, ...more },
    });
    if (one.isCancelled) return say({ state: "CANCELED" });
    if (one.polls > 0) {
      one.polls -= 1;
      return say({ state: "RUNNING" });
    }
    if ("error_code" in one.answer) return say({ state: "FAILED", error: one.answer });
    const { columns, chunks, truncated = false } = one.answer;
    return say(
      { state: "SUCCEEDED" },
      {
        manifest: {
          format: "JSON_ARRAY",
          schema: {
            column_count: columns.length,
            columns: columns.map(([name, type], position) => ({
              name,
              type_text: type,
              type_name: type,
              position,
            })),
          },
          total_chunk_count: chunks.length,
          truncated,
        },
        result: chunkOf(chunks, 0),
      },
    );
  }
  const chunkOf = (chunks: readonly (readonly unknown[][])[], index: number) => ({
    chunk_index: index,
    row_offset: 0,
    row_count: chunks[index]?.length,
    data_array: chunks[index],
    ...(index + 1 < chunks.length ? { next_chunk_index: index + 1 } : {}),
  });

  const statusOf = ({ isCancelled, polls, answer: outcome }: Statement) => {
    if (isCancelled) return "CANCELED";
    if (polls > 0) return "RUNNING";
    return "error_code" in outcome ? "FAILED" : "FINISHED";
  };

  /** Statements by id, with what they read, or all with a status, the newest first. */
  function history(query: URLSearchParams): Reply {
    if (query.has("filter_by.statement_ids"))
      return {
        status: 200,
        body: { res: [{ metrics: { read_bytes: 4096, result_from_cache: true } }], has_next_page: false },
      };
    const found = [...statements]
      .reverse()
      .filter(([, one]) => statusOf(one) === query.get("filter_by.statuses"))
      .map(([id, one]) => ({
        query_id: id,
        query_text: one.text,
        query_tags: one.tags,
        status: statusOf(one),
      }));
    const from = Number(query.get("page_token") ?? 0);
    const next = from + pageOfHistory;
    const isLast = next >= found.length;
    return {
      status: 200,
      // A page without statements has no list at all.
      body: {
        ...(found.length > 0 ? { res: found.slice(from, next) } : {}),
        has_next_page: !isLast,
        ...(isLast ? {} : { next_page_token: String(next) }),
      },
    };
  }

  function respond(sent: Sent): Reply {
    const { method, path, headers } = sent;
    if (path === "/oidc/v1/token") return token(sent);
    if (headers.authorization !== `Bearer ${tokens.at(-1)}`)
      return { status: 403, body: { error_code: 403, message: `Invalid Token ${headers.authorization}` } };
    if (path === "/api/2.0/preview/scim/v2/Me") return { status: 200, body: { userName: "app-1" } };
    if (path === "/api/2.0/sql/warehouses/abc123") return { status: 200, body: state.warehouse };
    if (path === "/api/2.0/sql/history/queries") return history(sent.query);
    const [, id = "", action] = /^\/api\/2\.0\/sql\/statements\/([\w-]+)(\/.*)?$/.exec(path) ?? [];
    if (method === "POST" && path === "/api/2.0/sql/statements") {
      const own = `st-${statements.size}`;
      const { statement, query_tags: tags } = parsed(sent);
      const text = String(statement);
      statements.set(own, { text, tags, answer: answer(text), polls: pollsBeforeEnd, isCancelled: false });
      return { status: 200, body: { statement_id: own, status: { state: "PENDING" } } };
    }
    const one = statements.get(id);
    if (!one)
      return {
        status: 404,
        body: { error_code: "NOT_FOUND", message: `The statement ${id} was not found.` },
      };
    if (action === "/cancel") {
      one.isCancelled = true;
      return { status: 200, body: {} };
    }
    const chunk = /^\/result\/chunks\/(\d+)$/.exec(action ?? "")?.[1];
    return chunk !== undefined && "chunks" in one.answer
      ? { status: 200, body: chunkOf(one.answer.chunks, Number(chunk)) }
      : told(id, one);
  }

  const server = await vendorServer(respond);
  return { server, statements, state };
}
