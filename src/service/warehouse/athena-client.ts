// Client for Athena: AWS stores a statement as an execution and its rows as a file in S3, which is read page by page.
import { randomUUID } from "node:crypto";
import {
  AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  StartQueryExecutionCommand,
  type StartQueryExecutionCommandInput,
  StopQueryExecutionCommand,
  type QueryExecution,
  type Row,
} from "@aws-sdk/client-athena";
import { z } from "zod/mini";
import { column, row } from "./answer-rows.ts";
import { awsError, awsClientOptions } from "./aws-access.ts";
import { characterAt } from "./error-position.ts";
import { withPlaceholders } from "./placeholders.ts";
import { trinoLiteral } from "./trino-client.ts";
import { cancelled, WarehouseError, type Statement, type WarehouseClient } from "./statement.ts";

const text = z.optional(z.string());
export const AthenaSettings = z.object({
  region: z.string().check(z.minLength(1)),
  roleArn: text,
  externalId: text,
  workgroup: text,
  dataCatalog: text,
  useCatalogInQueryContext: z.optional(z.boolean()),
  database: text,
  bucket: text,
  queryResultLocation: text,
});
export type AthenaSettings = z.infer<typeof AthenaSettings>;

/** Rows per page, the maximum that Athena allows. */
const pageRows = 1000;
/** Minutes for which Athena may answer an equal statement from stored results. */
const reuseMinutes = 60;

/** Prefix of a stored request, which identifies a statement until Athena returns its own id. */
const requestPrefix = "request ";
/** Time after which Athena has ended a statement by itself (ms), unless the quota of the account was raised. */
const endedAfter = 1_800_000;
const StoredRequest = z.tuple([z.number(), z.looseObject({ QueryString: z.string() })]);

/** Location where Athena writes rows; undefined if the workgroup defines it. */
export const resultLocation = ({ queryResultLocation, bucket }: AthenaSettings) =>
  queryResultLocation ?? (bucket ? `s3://${bucket}/` : undefined);

/** The workgroup of the settings, else the default one that every account has. */
export const workgroupOf = ({ workgroup }: AthenaSettings) => workgroup ?? "primary";
export const catalogOf = ({ dataCatalog }: AthenaSettings) => dataCatalog ?? "AwsDataCatalog";

export const athenaOf = (settings: AthenaSettings, endpoint: string | undefined) =>
  new AthenaClient(awsClientOptions(settings, endpoint));

/** S3 throttled Athena: partial results are lost, and the statement may be sent again. */
const slowDown = /SlowDown|reduce your request rate|TooManyRequests|ThrottlingException/;

function failureOf({
  Query: text = "",
  ExecutionParameters: values = [],
  Status: status,
}: QueryExecution): WarehouseError {
  if (status?.State === "CANCELLED") return new WarehouseError("The statement was stopped.", cancelled);
  const { AthenaError: error } = status ?? {};
  const message = status?.StateChangeReason ?? error?.ErrorMessage ?? "Athena gave no reason.";
  const [, named] = /^([A-Z][A-Z_]+):/.exec(message) ?? [];
  const [, line, at] = /\bline (\d+):(\d+)/.exec(message) ?? [];
  const position = line && at ? characterAt({ text, values }, Number(line), Number(at)) : undefined;
  return new WarehouseError(
    message,
    named ?? (error?.ErrorType === undefined ? "FAILED" : String(error.ErrorType)),
    { ...(position === undefined ? {} : { position }), isBusy: slowDown.test(message) },
  );
}

const cells = ({ Data: data = [] }: Row) => data.map(({ VarCharValue: text }) => text ?? null);

export function athenaClient(settings: AthenaSettings, endpoint?: string): WarehouseClient {
  const athena = athenaOf(settings, endpoint);
  const location = resultLocation(settings);
  const context = {
    ...(settings.database ? { Database: settings.database } : {}),
    ...(settings.useCatalogInQueryContext ? { Catalog: catalogOf(settings) } : {}),
  };
  const options = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {});

  function request({ text, values, mayWrite, isFresh }: Statement): StartQueryExecutionCommandInput {
    const written = withPlaceholders(text, values, (index) => (values[index - 1] === null ? "null" : "?"));
    const parameters = written.values.filter((value) => value !== null).map(trinoLiteral);
    return {
      QueryString: written.text,
      ...(parameters.length ? { ExecutionParameters: parameters } : {}),
      // The same token for each attempt, so that a retry after a lost answer does not run the statement twice.
      ClientRequestToken: randomUUID(),
      WorkGroup: workgroupOf(settings),
      QueryExecutionContext: context,
      ...(location ? { ResultConfiguration: { OutputLocation: location } } : {}),
      ...(mayWrite || isFresh
        ? {}
        : {
            ResultReuseConfiguration: {
              ResultReuseByAgeConfiguration: { Enabled: true, MaxAgeInMinutes: reuseMinutes },
            },
          }),
    };
  }

  const start = (input: StartQueryExecutionCommandInput, signal?: AbortSignal) =>
    athena.send(new StartQueryExecutionCommand(input), options(signal));

  /**
   * Repeats a stored request by its token: Athena does not run it twice but returns the statement's id, and gives it in
   * no other way. A request that never arrived starts and is stopped at once. Undefined if the statement has ended.
   */
  async function idOf(stored: string): Promise<string | undefined> {
    const [sentTime, input] = StoredRequest.parse(JSON.parse(stored));
    if (Date.now() - sentTime > endedAfter) return undefined;
    return (await start(input)).QueryExecutionId;
  }

  async function told<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      throw awsError(error);
    }
  }

  return {
    submit: async (statement, signal, chosen) => {
      const input = request(statement);
      // Athena refuses the token with any other request, so the whole request is stored.
      await chosen?.(requestPrefix + JSON.stringify([Date.now(), input]));
      const { QueryExecutionId: id } = await told(start(input, signal));
      if (!id) throw new WarehouseError("Athena gave the statement no id.", "NO_ID");
      return { id };
    },
    poll: async (id, signal) => {
      const ask = new GetQueryExecutionCommand({ QueryExecutionId: id });
      const { QueryExecution: execution = {} } = await told(athena.send(ask, options(signal)));
      const { Status: status, Statistics: read } = execution;
      if (status?.State === "FAILED" || status?.State === "CANCELLED") throw failureOf(execution);
      return {
        isFinished: status?.State === "SUCCEEDED",
        bytes: read?.DataScannedInBytes ?? null,
        isCached: read?.ResultReuseInformation?.ReusedPreviousResult ?? false,
      };
    },
    page: async (id, page, signal) => {
      const ask = new GetQueryResultsCommand({
        QueryExecutionId: id,
        MaxResults: pageRows,
        ...(page === undefined ? {} : { NextToken: page }),
      });
      const { ResultSet: set, NextToken: next } = await told(athena.send(ask, options(signal)));
      const info = set?.ResultSetMetadata?.ColumnInfo ?? [];
      const columns = info.map(({ Name: name = "", Type: type = "varchar" }) => column(name, type));
      const [first, ...rest] = (set?.Rows ?? []).map(cells);
      // The first row of a SELECT contains the column names; other statements have no header.
      const isHeader =
        page === undefined &&
        first?.length === info.length &&
        info.every(({ Name: name }, index) => first[index] === name);
      const rows = first && !isHeader ? [first, ...rest] : rest;
      return { columns, rows: rows.map((values) => row(columns, values)), next };
    },
    cancel: async (given) => {
      try {
        const id = given.startsWith(requestPrefix) ? await idOf(given.slice(requestPrefix.length)) : given;
        if (id) await athena.send(new StopQueryExecutionCommand({ QueryExecutionId: id }));
      } catch (error) {
        const failure = awsError(error);
        // The statement has ended, AWS no longer knows it, or its request was refused.
        if (failure.code !== "InvalidRequestException") throw failure;
      }
    },
    close: async () => athena.destroy(),
  };
}
