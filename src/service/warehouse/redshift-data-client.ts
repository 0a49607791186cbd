// Client for Redshift's Data API, which needs no connection to the cluster and, instead of a password, a role.
import { randomUUID } from "node:crypto";
import {
  CancelStatementCommand,
  DescribeStatementCommand,
  ExecuteStatementCommand,
  GetStatementResultCommand,
  ListStatementsCommand,
  RedshiftDataClient,
  type Field,
} from "@aws-sdk/client-redshift-data";
import { z } from "zod/mini";
import { column, row } from "./answer-rows.ts";
import { awsError, awsClientOptions } from "./aws-access.ts";
import { withPlaceholders } from "./placeholders.ts";
import { cancelled, WarehouseError, type Statement, type WarehouseClient } from "./statement.ts";

const text = z.optional(z.string());
export const RedshiftDataSettings = z.object({
  host: z.string().check(z.minLength(1)),
  region: z.string().check(z.minLength(1)),
  database: z.string().check(z.minLength(1)),
  username: text,
  roleArn: text,
  externalId: text,
});
export type RedshiftDataSettings = z.infer<typeof RedshiftDataSettings>;

/** Returns the cluster or workgroup, whose name is the first part of the endpoint's address. */
export function clusterOf({ host, username }: Pick<RedshiftDataSettings, "host" | "username">) {
  const [name = host] = host.split(".");
  return host.includes(".redshift-serverless.")
    ? { WorkgroupName: name }
    : { ClusterIdentifier: name, ...(username ? { DbUser: username } : {}) };
}

/** Maximum length of the name of a statement in the API. */
const nameLength = 500;
/** Prefix of a statement's name, by which it can be found. */
const marked = (mark: string | undefined) => (mark === undefined ? "assay" : `assay ${mark}`);
const tooMany = /ActiveStatementsExceeded|ActiveSessionsExceeded|ThrottlingException/;

function busyOr(error: unknown): WarehouseError {
  const { message, code, status, isUnanswered } = awsError(error);
  return new WarehouseError(message, code, {
    ...(status === undefined ? {} : { status }),
    isUnanswered,
    isBusy: tooMany.test(code),
  });
}

const cellOf = ({ isNull, booleanValue, longValue, doubleValue, stringValue }: Field) =>
  isNull ? null : (stringValue ?? booleanValue ?? longValue ?? doubleValue ?? null);

export function redshiftDataClient(settings: RedshiftDataSettings, endpoint?: string): WarehouseClient {
  const data = new RedshiftDataClient(awsClientOptions(settings, endpoint));
  const options = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {});

  function request({ text: sql, values, tag, mark }: Statement): ExecuteStatementCommand {
    const parameters = new Map<string, string>();
    const written = withPlaceholders(sql, values, (index) => {
      const value = values[index - 1] ?? null;
      if (value === null) return "null";
      parameters.set(`p${index}`, String(value));
      return `:p${index}`;
    });
    return new ExecuteStatementCommand({
      ...clusterOf(settings),
      Database: settings.database,
      Sql: written.text,
      StatementName: `${marked(mark)} ${tag}`.slice(0, nameLength),
      ClientToken: randomUUID(),
      ...(parameters.size ? { Parameters: [...parameters].map(([name, value]) => ({ name, value })) } : {}),
    });
  }

  async function told<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      throw busyOr(error);
    }
  }

  async function cancel(id: string) {
    try {
      await data.send(new CancelStatementCommand({ Id: id }));
    } catch (error) {
      const failure = awsError(error);
      // The statement has ended.
      if (failure.code !== "ValidationException" && failure.code !== "ResourceNotFoundException")
        throw failure;
    }
  }

  return {
    submit: async (statement, signal) => {
      const { Id: id } = await told(data.send(request(statement), options(signal)));
      if (!id) throw new WarehouseError("Redshift gave the statement no id.", "NO_ID");
      return { id };
    },
    poll: async (id, signal) => {
      const found = await told(data.send(new DescribeStatementCommand({ Id: id }), options(signal)));
      if (found.Status === "ABORTED") throw new WarehouseError("The statement was stopped.", cancelled);
      if (found.Status === "FAILED") {
        const message = found.Error ?? "Redshift gave no reason.";
        const [, state] = /SQLState: (\w{5})/.exec(message) ?? [];
        throw new WarehouseError(message, state ?? "FAILED");
      }
      return { isFinished: found.Status === "FINISHED", bytes: null, isCached: false };
    },
    page: async (id, page, signal) => {
      // A statement that writes has no rows, and requesting them would fail.
      if (page === undefined) {
        const describe = new DescribeStatementCommand({ Id: id });
        const { HasResultSet: hasRows } = await told(data.send(describe, options(signal)));
        if (!hasRows) return { columns: [], rows: [] };
      }
      const ask = new GetStatementResultCommand({
        Id: id,
        ...(page === undefined ? {} : { NextToken: page }),
      });
      const answer = await told(data.send(ask, options(signal)));
      const columns = (answer.ColumnMetadata ?? []).map(({ name = "", typeName = "varchar" }) =>
        column(name, typeName),
      );
      const rows = (answer.Records ?? []).map((record) => row(columns, record.map(cellOf)));
      return { columns, rows, next: answer.NextToken };
    },
    cancel,
    cancelMarked: async (mark) => {
      const list = new ListStatementsCommand({ StatementName: marked(mark), Status: "ALL" });
      const { Statements: found = [] } = await told(data.send(list));
      for (const { Id: id, Status: state = "" } of found)
        if (id && ["SUBMITTED", "PICKED", "STARTED"].includes(state)) await cancel(id);
      return found.length > 0;
    },
    close: async () => data.destroy(),
  };
}
