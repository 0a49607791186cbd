// One typed call over the endpoint table. Nothing about caching, pages or single endpoints belongs here.
import "./jitless.ts";
import { ApiError } from "#contract/api-error.ts";
import type { Answer, CallInput, Endpoint } from "#contract/endpoint.ts";
import type { EndpointName, Endpoints } from "#contract/endpoints.ts";
import { firstEndpoints } from "#contract/first-endpoints.ts";
import {
  apiKeyHeader,
  currentConnection,
  refuseKey,
  serviceAddress,
  reportReachability,
} from "./connection.ts";
import { takePrefetchedAnswer } from "./early-answers.ts";
import { ApiFailure, ContractMismatch, NetworkFailure, type SentRequest } from "./failure.ts";

/** The input of a call: path parameters and query side by side, the body under `body`. */
export type Input<Name extends EndpointName> = CallInput<Endpoints[Name]>;
export type ResponseOf<Name extends EndpointName> = Answer<Endpoints[Name]>;

/** Sends a request by other means than fetch, such as with upload progress. */
export type Carry = (
  request: SentRequest,
) => Promise<{ status: number; ok: boolean; reason: string; text: string }>;

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The version that the change is based on; the service answers 412 if there is a newer one. */
  readonly basedOn?: number | null | undefined;
  /** A key to try instead of the key in use. */
  readonly key?: string | undefined;
  readonly carry?: Carry;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function addressOf(row: Endpoint, input: Readonly<Record<string, unknown>>): string {
  const inPath = new Set<string>();
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(asText(input[name]));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (inPath.has(name) || name === "body" || value === undefined || value === null) continue;
    for (const item of [value].flat()) query.append(name, asText(item));
  }
  const search = query.toString();
  return `${serviceAddress()}${path}${search ? `?${search}` : ""}`;
}

function requestOf(
  row: Endpoint,
  input: Readonly<Record<string, unknown>>,
  options: CallOptions,
): SentRequest {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (row.body) headers["Content-Type"] = "application/json";
  if (typeof options.basedOn === "number") headers["If-Match"] = `"${options.basedOn}"`;
  const url = addressOf(row, input);
  return row.body
    ? { method: row.method, url, headers, body: JSON.stringify(input["body"]) }
    : { method: row.method, url, headers };
}

async function send(request: SentRequest, key: string | undefined, { signal, carry }: CallOptions) {
  const headers: Record<string, string> = { ...request.headers };
  const named = apiKeyHeader();
  const header = typeof named === "string" ? named : await named;
  if (key !== undefined) headers[header] = key;
  try {
    if (carry) return await carry({ ...request, headers });
    const early = takePrefetchedAnswer(request, key);
    const answer =
      (early && (await early)) ??
      (await fetch(request.url, {
        method: request.method,
        headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(signal ? { signal } : {}),
      }));
    reportReachability(true);
    return { status: answer.status, ok: answer.ok, reason: answer.statusText, text: await answer.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    reportReachability(false);
    throw new NetworkFailure(request, error);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refusalOf(status: number, reason: string, raw: unknown, request: SentRequest): ApiFailure {
  const refusal = ApiError.safeParse(raw);
  if (!refusal.success) return new ApiFailure(status, reason || `Status ${status}`, { request });
  const { message, errors, requestID, data } = refusal.data;
  return new ApiFailure(status, message, { problems: errors, requestID, data, request });
}

type Rows = Partial<Record<EndpointName, Endpoint>>;

/** The remaining rows are loaded with the first page that needs one of them, and stay in memory from then on. */
let rows: Rows = firstEndpoints;

/** Adds the rows that a page ships with its own code, because it would wait 20 ms or more for the whole table to be prepared. */
export function registerEndpoints(own: Rows) {
  rows = { ...own, ...rows };
}

async function rowLater(name: EndpointName): Promise<Endpoint> {
  const { endpoints } = await import("#contract/endpoints.ts");
  rows = endpoints;
  return endpoints[name];
}

/** Types a value as the answer of the named endpoint, whose schema has already accepted it. */
const accepted = <Name extends EndpointName>(value: unknown) => value as ResponseOf<Name>;

/**
 * Calls an endpoint; throws ApiFailure, ContractMismatch or NetworkFailure. If nothing has to be awaited first, the request
 * is sent before this returns, so that a keystroke in a search field is drawn while the request is on its way.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  input: Input<Name>,
  options: CallOptions = {},
): Promise<ResponseOf<Name>> {
  const row = rows[name] ?? (await rowLater(name));
  const request = requestOf(row, input, options);
  const key = options.key ?? currentConnection().key;
  const answer = await send(request, key, options);
  const raw = parseJson(answer.text);
  if (!answer.ok) {
    if (answer.status === 401) refuseKey(key);
    throw refusalOf(answer.status, answer.reason, raw, request);
  }
  const parsed = row.response.safeParse(raw);
  if (!parsed.success) {
    const { problemsOf } = await import("#contract/problems.ts");
    throw new ContractMismatch(problemsOf(parsed.error, raw), raw, request);
  }
  return accepted<Name>(parsed.data);
}
