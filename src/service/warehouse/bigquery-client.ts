// Client for BigQuery jobs. The service chooses the job names, so that a job sent twice runs once; results are read page by page.
import { randomUUID } from "node:crypto";
import { z } from "zod/mini";
import { row } from "./answer-rows.ts";
import type { HttpAnswer } from "./json-request.ts";
import { characterAt } from "./error-position.ts";
import { withPlaceholders } from "./placeholders.ts";
import { WarehouseError, type Statement, type WarehouseClient } from "./statement.ts";
import { bigQueryApi, bigQueryError, type BigQuerySettings } from "./bigquery-api.ts";
import { bigQueryColumn, Field, parametersOf, readableRow } from "./bigquery-values.ts";

/** BigQuery sends 64-bit integers as text. */
const count = z.optional(z.string());
const Job = z.looseObject({
  jobReference: z.looseObject({ location: z.optional(z.string()) }),
  statistics: z.optional(
    z.looseObject({
      totalBytesProcessed: count,
      query: z.optional(z.looseObject({ statementType: z.optional(z.string()), totalBytesProcessed: count })),
    }),
  ),
});
const Results = z.looseObject({
  jobComplete: z.boolean(),
  totalBytesProcessed: count,
  cacheHit: z.optional(z.boolean()),
  schema: z.optional(z.looseObject({ fields: z.optional(z.array(Field)) })),
  rows: z.optional(z.array(z.unknown())),
  pageToken: z.optional(z.string()),
});

/** Converts a tag to a valid label: lower case, digits, `_` and `-`, at most 63 characters. */
const labelOf = (tag: string) =>
  tag
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, "_")
    .slice(0, 63);

const waitMs = 2000;

/** Splits the id of a job in BigQuery's notation into project, location and name. */
function partsOf(id: string) {
  const [, project, location, job] = /^(.+):([^:.]*)\.([\w-]+)$/.exec(id) ?? [];
  if (project === undefined || job === undefined)
    throw new WarehouseError(`There is no job ${id}.`, "notFound");
  return { project, job, place: location ? `location=${encodeURIComponent(location)}` : "" };
}

/** Choice: BigQuery reports the type of a statement before it runs, and only SELECT is run unless rows are staged: it has no read-only sessions. */
export function bigQueryClient(settings: BigQuerySettings, origin?: string): WarehouseClient {
  const api = bigQueryApi(settings, origin);
  const projectOf = ({ isInteractive }: Statement) =>
    (isInteractive && settings.consoleComputeProject) || settings.project;

  function taken(answer: HttpAnswer, statement?: Statement): unknown {
    if (answer.status === 200) return answer.body;
    const error = bigQueryError(answer);
    const [, line, place] = /at \[(\d+):(\d+)\]/.exec(error.message) ?? [];
    const position = statement && characterAt(statement, Number(line), Number(place));
    throw position
      ? new WarehouseError(error.message, error.code, { status: answer.status, position })
      : error;
  }

  function configuration(statement: Statement, withDryRun: boolean) {
    const { text } = withPlaceholders(statement.text, statement.values, (index) => `@p${index}`);
    const { byteLimit, deadline, tag, values } = statement;
    return {
      dryRun: withDryRun,
      jobTimeoutMs: String(Math.max(1, Math.ceil(deadline - Date.now()))),
      labels: { assay: labelOf(tag) },
      query: {
        query: text,
        useLegacySql: false,
        ...(values.length ? { parameterMode: "NAMED", queryParameters: parametersOf(values) } : {}),
        ...(byteLimit === undefined || !Number.isFinite(byteLimit)
          ? {}
          : { maximumBytesBilled: String(Math.floor(byteLimit)) }),
      },
    };
  }

  async function dryRun(statement: Statement, signal: AbortSignal | undefined) {
    const answer = await api({
      method: "POST",
      path: `/projects/${projectOf(statement)}/jobs`,
      body: { configuration: configuration(statement, true) },
      signal,
    });
    const { jobReference, statistics } = Job.parse(taken(answer, statement));
    const bytes = Number(statistics?.query?.totalBytesProcessed ?? statistics?.totalBytesProcessed ?? NaN);
    return { location: jobReference.location, bytes, kind: statistics?.query?.statementType };
  }

  return {
    submit: async (statement, signal, chosen) => {
      const project = projectOf(statement);
      const { location, kind } = await dryRun(statement, signal);
      if (!statement.mayWrite && kind !== "SELECT")
        throw new WarehouseError(
          `Only SELECT is run, and this is ${kind ?? "something else"}.`,
          "NOT_SELECT",
        );
      const jobId = `assay_${randomUUID()}`;
      const id = `${project}:${location ?? ""}.${jobId}`;
      await chosen?.(id);
      const answer = await api({
        method: "POST",
        path: `/projects/${project}/jobs`,
        body: {
          jobReference: { projectId: project, jobId, ...(location ? { location } : {}) },
          configuration: configuration(statement, false),
        },
        signal,
      });
      // The job was accepted by an earlier attempt whose answer was lost.
      if (answer.status === 409) return { id };
      const { jobReference } = Job.parse(taken(answer, statement));
      return { id: `${project}:${jobReference.location ?? location ?? ""}.${jobId}` };
    },
    poll: async (id, signal) => {
      const { project, job, place } = partsOf(id);
      const path = `/projects/${project}/queries/${job}?maxResults=0&timeoutMs=${waitMs}&${place}`;
      const results = Results.parse(taken(await api({ method: "GET", path, signal })));
      return {
        isFinished: results.jobComplete,
        bytes: results.totalBytesProcessed === undefined ? null : Number(results.totalBytesProcessed),
        isCached: results.cacheHit ?? false,
      };
    },
    page: async (id, page, signal) => {
      const { project, job, place } = partsOf(id);
      const token = page === undefined ? "" : `&pageToken=${encodeURIComponent(page)}`;
      const path = `/projects/${project}/queries/${job}?formatOptions.useInt64Timestamp=true&${place}${token}`;
      const {
        schema,
        rows = [],
        pageToken,
      } = Results.parse(taken(await api({ method: "GET", path, signal })));
      const fields = schema?.fields ?? [];
      const columns = fields.map(bigQueryColumn);
      return {
        columns,
        rows: rows.map((values) => row(columns, readableRow(fields, values))),
        ...(pageToken ? { next: pageToken } : {}),
      };
    },
    cancel: async (id) => {
      const { project, job, place } = partsOf(id);
      const answer = await api({ method: "POST", path: `/projects/${project}/jobs/${job}/cancel?${place}` });
      // BigQuery may no longer know the job.
      if (answer.status !== 200 && answer.status !== 404) throw bigQueryError(answer);
    },
    estimate: async (statement, signal) => {
      const { bytes } = await dryRun(statement, signal);
      return Number.isFinite(bytes) ? { bytes } : undefined;
    },
    close: async () => undefined,
  };
}
