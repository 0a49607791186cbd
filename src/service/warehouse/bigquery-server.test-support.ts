// Test server that behaves like BigQuery's REST API, by its documentation: tokens for signed requests, dry runs, named
// jobs, pages, datasets and permissions.
import { generateKeyPairSync } from "node:crypto";
import { claimsOf } from "./signed-claims.test-support.ts";
import { parsed, vendorServer, type Reply, type Sent } from "./vendor-server.test-support.ts";
import type { Field } from "./bigquery-values.ts";

/** A rejection, or a table in pages. */
export type BigQueryAnswer =
  | { reason: string; message: string; status?: number }
  | {
      fields: readonly Field[];
      pages: readonly (readonly unknown[][])[];
      bytes?: number;
      /** The kind of statement; SELECT by default. */
      kind?: string;
    };

export const table = (columns: readonly string[], rows: readonly unknown[][]): BigQueryAnswer => ({
  fields: columns.map((name) => ({ name, type: "STRING" })),
  pages: [rows],
});
/** Nests a row, or a structure within it, as BigQuery does. */
export const nested = (values: readonly unknown[]) => ({ f: values.map((v) => ({ v })) });

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const email = "assay@my-project-123.iam.gserviceaccount.com";
export const keyFile = JSON.stringify({
  type: "service_account",
  project_id: "my-project-123",
  private_key: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  client_email: email,
  // The key file's own address must never be used.
  token_uri: "http://127.0.0.1:1/token",
});
export const settings = { project: "my-project-123", privateKey: keyFile };

export const refusal = (status: number, reason: string, message: string): Reply => ({
  status,
  body: { error: { code: status, message, errors: [{ message, domain: "global", reason }], status: reason } },
});

interface Job {
  text: string;
  answer: BigQueryAnswer;
  polls: number;
  isCancelled: boolean;
}

const location = "europe-west3";

/** A job reports that it is running `pollsBeforeEnd` times; `Infinity` for a job that never ends. */
export async function bigQueryServer(answer: (text: string) => BigQueryAnswer, pollsBeforeEnd = 1) {
  const jobs = new Map<string, Job>();
  const tokens: string[] = [];
  const state = {
    tokens,
    datasets: [{ id: "shop", location }],
    /** The permissions on each table. */
    rights: ["bigquery.tables.getData"],
  };

  function token({ text }: Sent): Reply {
    const assertion = new URLSearchParams(text).get("assertion") ?? "";
    const claims = claimsOf(assertion, keys.publicKey);
    const say = (error: string, error_description: string): Reply => ({
      status: 400,
      body: { error, error_description },
    });
    if (claims?.iss !== email || claims["aud"] !== "https://oauth2.googleapis.com/token")
      return say("invalid_grant", `Invalid JWT Signature. ${assertion}`);
    const now = Date.now() / 1000 + server.ahead;
    if (claims.iat > now || claims.exp < now || claims.exp - claims.iat > 3600)
      return say(
        "invalid_grant",
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.",
      );
    tokens.push(`google-token-number-${tokens.length}`);
    return { status: 200, body: { access_token: tokens.at(-1), expires_in: 3599, token_type: "Bearer" } };
  }

  interface Configuration {
    dryRun?: boolean;
    query: { query: string; maximumBytesBilled?: string };
  }
  const isConfiguration = (value: unknown): value is Configuration =>
    typeof value === "object" && value !== null && "query" in value;

  function inserted(sent: Sent): Reply {
    const { configuration, jobReference } = parsed(sent);
    if (!isConfiguration(configuration)) return refusal(400, "invalid", "No configuration");
    const { query, maximumBytesBilled } = configuration.query;
    const found = answer(query);
    if ("reason" in found) return refusal(found.status ?? 400, found.reason, found.message);
    const { bytes = 0, kind = "SELECT" } = found;
    const statistics = {
      totalBytesProcessed: String(bytes),
      query: { statementType: kind, totalBytesProcessed: String(bytes) },
    };
    if (configuration.dryRun)
      return {
        status: 200,
        body: {
          jobReference: { projectId: "my-project-123", location },
          statistics,
          status: { state: "DONE" },
        },
      };
    const name =
      typeof jobReference === "object" && jobReference && "jobId" in jobReference
        ? String(jobReference.jobId)
        : "";
    if (jobs.has(name))
      return refusal(409, "duplicate", `Already Exists: Job my-project-123:${location}.${name}`);
    const required = Math.ceil(bytes / 1_048_576) * 1_048_576;
    const isTooMuch = maximumBytesBilled !== undefined && required > Number(maximumBytesBilled);
    const message = `Query exceeded limit for bytes billed: ${maximumBytesBilled}. ${required} or higher required.`;
    jobs.set(name, {
      text: query,
      answer: isTooMuch ? { reason: "bytesBilledLimitExceeded", message } : found,
      polls: pollsBeforeEnd,
      isCancelled: false,
    });
    return {
      status: 200,
      body: {
        jobReference: { projectId: "my-project-123", jobId: name, location },
        status: { state: "RUNNING" },
      },
    };
  }

  function results(job: Job, query: URLSearchParams): Reply {
    if (job.isCancelled)
      return refusal(499, "stopped", "Job execution was cancelled: User requested cancellation");
    if (job.polls > 0) {
      job.polls -= 1;
      return { status: 200, body: { jobComplete: false } };
    }
    if ("reason" in job.answer) return refusal(400, job.answer.reason, job.answer.message);
    const { fields, pages, bytes = 0 } = job.answer;
    const page = Number(query.get("pageToken")?.replace("page=", "") ?? 0);
    const isPoll = query.get("maxResults") === "0";
    return {
      status: 200,
      body: {
        jobComplete: true,
        totalBytesProcessed: String(bytes),
        cacheHit: false,
        schema: { fields },
        ...(isPoll ? {} : { rows: (pages[page] ?? []).map(nested) }),
        ...(page + 1 < pages.length ? { pageToken: `page=${page + 1}` } : {}),
      },
    };
  }

  function catalog({ path, text }: Sent): Reply {
    const [, dataset, rest = ""] = /\/datasets\/?(\w+)?(.*)$/.exec(path) ?? [];
    const project = "my-project-123";
    if (dataset === undefined)
      return {
        status: 200,
        body: {
          datasets: state.datasets.map(({ id, location: at }) => ({
            datasetReference: { projectId: project, datasetId: id },
            location: at,
          })),
        },
      };
    if (rest === "/tables")
      return {
        status: 200,
        body: {
          tables: [
            { tableReference: { projectId: project, datasetId: dataset, tableId: "events" }, type: "TABLE" },
          ],
          totalItems: 1,
        },
      };
    if (rest.endsWith(":testIamPermissions"))
      return { status: 200, body: { permissions: state.rights.filter((right) => text.includes(right)) } };
    return rest.endsWith("/data")
      ? { status: 200, body: { totalRows: "1", rows: [nested(["1"])] } }
      : refusal(404, "notFound", `Not found: ${path}`);
  }

  function respond(sent: Sent): Reply {
    const { method, path, query, headers } = sent;
    if (path === "/token") return token(sent);
    if (path === "/") return { status: 404 };
    if (headers.authorization !== `Bearer ${tokens.at(-1)}`)
      return refusal(
        401,
        "authError",
        `Request had invalid authentication credentials: ${headers.authorization}`,
      );
    if (path === "/bigquery/v2/projects") return { status: 200, body: { projects: [] } };
    if (path.includes("/datasets")) return catalog(sent);
    if (method === "POST" && path.endsWith("/jobs")) return inserted(sent);
    const [, name = "", action] = /\/(?:jobs|queries)\/([\w-]+)(\/cancel)?$/.exec(path) ?? [];
    const job = jobs.get(name);
    if (!job || query.get("location") !== location)
      return refusal(404, "notFound", `Not found: Job my-project-123:${name}`);
    if (action === undefined) return results(job, query);
    job.isCancelled = true;
    return { status: 200, body: { kind: "bigquery#jobCancelResponse" } };
  }

  const server = await vendorServer(respond);
  return { server, jobs, state };
}
