// Client for Databricks' Statement Execution API: statements run asynchronously, and results are read chunk by chunk.
import { z } from "zod/mini";
import { column, row } from "./answer-rows.ts";
import type { HttpAnswer } from "./json-request.ts";
import { characterAt } from "./error-position.ts";
import { withPlaceholders } from "./placeholders.ts";
import {
  WarehouseError,
  type Page,
  type Statement,
  type WarehouseClient,
  type WarehouseColumn,
  type WarehouseValue,
} from "./statement.ts";
import { databricksApi, databricksError, warehouseId, type DatabricksSettings } from "./databricks-api.ts";

const Chunk = z.looseObject({
  data_array: z.optional(z.array(z.array(z.unknown()))),
  next_chunk_index: z.nullish(z.number()),
});
const Answer = z.looseObject({
  statement_id: z.string(),
  status: z.looseObject({
    state: z.string(),
    error: z.optional(z.looseObject({ error_code: z.optional(z.string()), message: z.optional(z.string()) })),
  }),
  manifest: z.optional(
    z.looseObject({
      truncated: z.optional(z.boolean()),
      schema: z.optional(
        z.looseObject({
          columns: z.optional(z.array(z.looseObject({ name: z.string(), type_text: z.string() }))),
        }),
      ),
    }),
  ),
  result: z.optional(Chunk),
});
type Answer = z.infer<typeof Answer>;

/** A page of the history of statements, in which a user can always see its own; without statements there is no list. */
const History = z.looseObject({
  res: z._default(
    z.array(
      z.looseObject({
        query_id: z.optional(z.string()),
        query_tags: z.optional(z.array(z.looseObject({ key: z.string(), value: z.nullish(z.string()) }))),
        metrics: z.optional(
          z.looseObject({
            read_bytes: z.optional(z.number()),
            result_from_cache: z.optional(z.boolean()),
          }),
        ),
      }),
    ),
    [],
  ),
  next_page_token: z.optional(z.string()),
});
const historyPath = "/api/2.0/sql/history/queries";
/** Statuses of statements that have not ended, in their order, so that none is missed that moves on between two requests. */
const unfinished = ["QUEUED", "STARTED", "COMPILING", "COMPILED", "RUNNING"];
/** Key of the tag with the mark. */
const markKey = "assay_mark";

const typeOf = (value: WarehouseValue): string => {
  if (typeof value === "boolean") return "BOOLEAN";
  if (typeof value === "number") return Number.isInteger(value) ? "BIGINT" : "DOUBLE";
  return "STRING";
};
const parametersOf = (values: readonly WarehouseValue[]) =>
  values.map((value, index) => ({
    name: `p${index + 1}`,
    type: typeOf(value),
    ...(value === null ? {} : { value: String(value) }),
  }));

/** Converts a tag to the characters that Databricks accepts: letters, digits, spaces, `_` and `.`, at most 128. */
const tagOf = (tag: string) => tag.replaceAll(/[^\w .]/g, "_").slice(0, 128);

const columnsOf = ({ manifest }: Answer): WarehouseColumn[] =>
  (manifest?.schema?.columns ?? []).map(({ name, type_text }) => column(name, type_text));

interface Running {
  statement: Statement | undefined;
  columns: readonly WarehouseColumn[];
  /** The first chunk, which is part of the answer that reports the end of the statement. */
  first: z.infer<typeof Chunk> | undefined;
}

// Choice: Databricks takes no time limit with a statement, so this service stops the statement when its time is over.
/** Reads the number of bytes from the history of statements. Results are transferred inline, at most 25 MiB, which is enough for sums. */
export function databricksClient(settings: DatabricksSettings, origin?: string): WarehouseClient {
  const api = databricksApi(settings, origin);
  const running = new Map<string, Running>();
  const root = "/api/2.0/sql/statements";
  const pathOf = (id: string) => `${root}/${encodeURIComponent(id)}`;

  function failed({ status: { state, error } }: Answer, statement: Statement | undefined): WarehouseError {
    const message = error?.message ?? `The statement is ${state.toLowerCase()}.`;
    const code = /^\[([A-Z][A-Z0-9_.]+)\]/.exec(message)?.[1] ?? error?.error_code ?? state;
    const [, line, place] = /line (\d+), pos (\d+)/.exec(message) ?? [];
    const position = statement && characterAt(statement, Number(line), Number(place) + 1);
    return new WarehouseError(message, code, position ? { position } : {});
  }

  function take(answer: HttpAnswer): Answer {
    const { success, data } = Answer.safeParse(answer.body);
    if (answer.status !== 200 || !success) throw databricksError(answer);
    const { statement_id: id, status, manifest, result } = data;
    const statement = running.get(id)?.statement;
    if (["FAILED", "CANCELED", "CLOSED"].includes(status.state)) {
      running.delete(id);
      throw failed(data, statement);
    }
    if (manifest?.truncated)
      throw new WarehouseError("The answer is larger than Databricks sends.", "TRUNCATED");
    running.set(id, { statement, columns: columnsOf(data), first: result });
    return data;
  }

  async function readBytes(id: string, signal: AbortSignal | undefined) {
    const path = `${historyPath}?include_metrics=true&filter_by.statement_ids=${encodeURIComponent(id)}`;
    const answer = await api({ method: "GET", path, signal }).catch(() => undefined);
    const { success, data } = History.safeParse(answer?.body);
    const metrics = success ? data.res[0]?.metrics : undefined;
    return { bytes: metrics?.read_bytes ?? null, isCached: metrics?.result_from_cache ?? false };
  }

  /** Returns the ids of the unfinished statements with the mark. The history can be filtered by status, but not by tag. */
  async function findMarked(mark: string): Promise<string[]> {
    const found = new Set<string>();
    for (const status of unfinished)
      for (let page: string | undefined = ""; page !== undefined;) {
        const from = page && `&page_token=${encodeURIComponent(page)}`;
        const answer = await api({
          method: "GET",
          path: `${historyPath}?filter_by.statuses=${status}${from}`,
        });
        if (answer.status !== 200) throw databricksError(answer);
        const { res, next_page_token: next } = History.parse(answer.body);
        for (const { query_id: id, query_tags: tags = [] } of res)
          if (id && tags.some(({ key, value }) => key === markKey && value === mark)) found.add(id);
        page = next || undefined;
      }
    return [...found];
  }

  async function cancel(id: string) {
    running.delete(id);
    const answer = await api({ method: "POST", path: `${pathOf(id)}/cancel`, body: {} });
    // The statement has already ended, or Databricks no longer knows it.
    if (answer.status !== 200 && ![400, 404, 409].includes(answer.status)) throw databricksError(answer);
  }

  return {
    submit: async (statement, signal) => {
      const path =
        statement.isInteractive && settings.consoleComputePath ? settings.consoleComputePath : settings.path;
      const warehouse = warehouseId(path);
      if (warehouse === undefined)
        throw new WarehouseError("The HTTP path is not the one of a SQL warehouse.", "NO_WAREHOUSE_PATH");
      const { text } = withPlaceholders(statement.text, statement.values, (index) => `:p${index}`);
      const answer = await api({
        method: "POST",
        path: root,
        body: {
          statement: text,
          warehouse_id: warehouse,
          wait_timeout: "0s",
          disposition: "INLINE",
          format: "JSON_ARRAY",
          parameters: parametersOf(statement.values),
          query_tags: [
            { key: "assay", value: tagOf(statement.tag) },
            ...(statement.mark === undefined ? [] : [{ key: markKey, value: statement.mark }]),
          ],
        },
        signal,
        // The API has no idempotency key by which Databricks could recognize a repeated request.
        isRepeatable: false,
      });
      const { statement_id: id } = take(answer);
      running.set(id, { statement, columns: [], first: undefined });
      return { id };
    },
    poll: async (id, signal) => {
      const { status } = take(await api({ method: "GET", path: pathOf(id), signal }));
      return status.state === "SUCCEEDED"
        ? { isFinished: true, ...(await readBytes(id, signal)) }
        : { isFinished: false, bytes: null, isCached: false };
    },
    page: async (id, page, signal): Promise<Page> => {
      if (!running.get(id)?.first) take(await api({ method: "GET", path: pathOf(id), signal }));
      const { columns = [], first = {} } = running.get(id) ?? {};
      let chunk = first;
      if (page !== undefined) {
        const answer = await api({ method: "GET", path: `${pathOf(id)}/result/chunks/${page}`, signal });
        if (answer.status !== 200) throw databricksError(answer);
        chunk = Chunk.parse(answer.body);
      }
      const rows = (chunk.data_array ?? []).map((values) => row(columns, values));
      const next = chunk.next_chunk_index;
      if (typeof next === "number") return { columns, rows, next: String(next) };
      running.delete(id);
      return { columns, rows };
    },
    cancel,
    cancelMarked: async (mark) => {
      const found = await findMarked(mark);
      for (const id of found) await cancel(id);
      return found.length > 0;
    },
    close: async () => running.clear(),
  };
}
