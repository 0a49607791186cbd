// Client for Snowflake's SQL API: statements run asynchronously, and results are read partition by partition.
import { randomUUID } from "node:crypto";
import { z } from "zod/mini";
import { row } from "./answer-rows.ts";
import type { HttpAnswer } from "./json-request.ts";
import { characterAt } from "./error-position.ts";
import { withPlaceholders } from "./placeholders.ts";
import { runStatement } from "./run-statement.ts";
import { WarehouseError, type Statement, type WarehouseClient, type WarehouseColumn } from "./statement.ts";
import { snowflakeApi, snowflakeError, type SnowflakeSettings } from "./snowflake-api.ts";
import { storedName } from "./snowflake-names.ts";
import { bindingsOf, readable, snowflakeColumn } from "./snowflake-values.ts";

const Submitted = z.looseObject({ statementHandle: z.string() });
const Answer = z.looseObject({
  data: z.optional(z.array(z.array(z.unknown()))),
  resultSetMetaData: z.optional(
    z.looseObject({
      rowType: z.array(z.looseObject({ name: z.string(), type: z.string() })),
      partitionInfo: z.optional(z.array(z.unknown())),
    }),
  ),
});
const Plan = z.looseObject({ GlobalStats: z.looseObject({ bytesAssigned: z.number() }) });

/** Prefix of a request id, which identifies a statement until Snowflake returns its own id. */
const requestPrefix = "request ";

interface Running {
  statement: Statement;
  columns: readonly WarehouseColumn[];
  partitions: number;
  /** The first partition, which is part of the answer that reports the end of the statement. */
  first: readonly (readonly unknown[])[];
}

/** Choice: on Snowflake the bytes read by a statement are unknown: its protocol does not report them. */
export function snowflakeClient(settings: SnowflakeSettings, origin?: string): WarehouseClient {
  const api = snowflakeApi(settings, origin);
  const running = new Map<string, Running>();
  const pathOf = (id: string) => `/api/v2/statements/${encodeURIComponent(id)}`;

  function failed(answer: HttpAnswer, statement?: Statement): WarehouseError {
    const error = snowflakeError(answer);
    const [, line, column] = /line (\d+) at position (\d+)/.exec(error.message) ?? [];
    const position = statement && characterAt(statement, Number(line), Number(column) + 1);
    return position
      ? new WarehouseError(error.message, error.code, { status: answer.status, position })
      : error;
  }

  function take(id: string, answer: HttpAnswer): Running {
    const { data = [], resultSetMetaData } = Answer.parse(answer.body);
    const before = running.get(id);
    const one: Running = {
      statement: before?.statement ?? { text: "", values: [], tag: "", deadline: 0 },
      columns: resultSetMetaData?.rowType.map(snowflakeColumn) ?? [],
      partitions: resultSetMetaData?.partitionInfo?.length ?? 1,
      first: data,
    };
    running.set(id, one);
    return one;
  }

  /**
   * Repeats a request by its id: Snowflake does not run it twice but returns the statement's handle. If the request
   * never arrived, nothing is read.
   */
  async function handleOf(requestId: string): Promise<string> {
    const answer = await api({
      method: "POST",
      path: `/api/v2/statements?async=true&requestId=${requestId}&retry=true`,
      body: { statement: "select 1" },
    });
    if (answer.status !== 200 && answer.status !== 202) throw failed(answer);
    return Submitted.parse(answer.body).statementHandle;
  }

  const client: WarehouseClient = {
    submit: async (statement, signal, chosen) => {
      const { text, values } = withPlaceholders(statement.text, statement.values, () => "?");
      const { isInteractive, tag, deadline } = statement;
      const warehouse =
        (isInteractive && settings.consoleComputeWarehouse) || settings.computeWarehouse || undefined;
      const requestId = randomUUID();
      await chosen?.(requestPrefix + requestId);
      const answer = await api({
        method: "POST",
        // Snowflake does not run a statement twice if it is sent again with the same request id.
        path: (attempt) =>
          `/api/v2/statements?async=true&requestId=${requestId}${attempt > 1 ? "&retry=true" : ""}`,
        body: {
          statement: text,
          timeout: Math.max(1, Math.ceil((deadline - Date.now()) / 1000)),
          ...(warehouse ? { warehouse: storedName(warehouse) } : {}),
          ...(values.length ? { bindings: bindingsOf(values) } : {}),
          parameters: { query_tag: tag.slice(0, 2000), timezone: "UTC", multi_statement_count: "1" },
        },
        signal,
      });
      if (answer.status !== 200 && answer.status !== 202) throw failed(answer, statement);
      const id = Submitted.parse(answer.body).statementHandle;
      running.set(id, { statement, columns: [], partitions: 0, first: [] });
      return { id };
    },
    poll: async (id, signal) => {
      const answer = await api({ method: "GET", path: pathOf(id), signal });
      if (answer.status === 202) return { isFinished: false, bytes: null, isCached: false };
      if (answer.status !== 200) {
        const statement = running.get(id)?.statement;
        running.delete(id);
        throw failed(answer, statement);
      }
      take(id, answer);
      return { isFinished: true, bytes: null, isCached: false };
    },
    page: async (id, page = "0", signal) => {
      let one = running.get(id);
      if (!one?.partitions) {
        const answer = await api({ method: "GET", path: pathOf(id), signal });
        if (answer.status !== 200) throw failed(answer);
        one = take(id, answer);
      }
      const number = Number(page);
      let data = one.first;
      if (number > 0) {
        const answer = await api({ method: "GET", path: `${pathOf(id)}?partition=${number}`, signal });
        if (answer.status !== 200) throw failed(answer);
        data = Answer.parse(answer.body).data ?? [];
      }
      const isLast = number + 1 >= one.partitions;
      if (isLast) running.delete(id);
      const { columns } = one;
      return {
        columns,
        rows: data.map((values) => row(columns, readable(columns, values))),
        ...(isLast ? {} : { next: String(number + 1) }),
      };
    },
    cancel: async (given) => {
      const id = given.startsWith(requestPrefix) ? await handleOf(given.slice(requestPrefix.length)) : given;
      running.delete(id);
      const answer = await api({ method: "POST", path: `${pathOf(id)}/cancel`, body: {} });
      // The statement has already ended, or Snowflake no longer knows it.
      if (answer.status !== 200 && ![404, 409, 422].includes(answer.status)) throw snowflakeError(answer);
    },
    estimate: async (statement, signal) => {
      const plan = { ...statement, text: `explain using json ${statement.text}` };
      const { rows } = await runStatement(client, plan, { signal });
      const { success, data } = Plan.safeParse(JSON.parse(String(Object.values(rows[0] ?? {})[0] ?? "{}")));
      return success ? { bytes: data.GlobalStats.bytesAssigned } : undefined;
    },
    close: async () => running.clear(),
  };
  return client;
}
