// Sends one request to an engine that speaks JSON over HTTP. Retries if the engine is busy, but not if it rejects the request.
import { setTimeout as wait } from "node:timers/promises";
import { WarehouseError } from "./statement.ts";

/** Headers for authorization. */
type Authorization = Readonly<Record<string, string>>;

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** A function can mark retries in the URL, by the number of the attempt. */
  url: string | ((attempt: number) => string);
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Builds the headers for each attempt, for example with a token that contains the time. */
  authorize?: (refused?: Authorization) => Promise<Authorization>;
  /** Statuses after which `authorize` is called once for a new token. */
  expired?: readonly number[];
  /** For engines that report being busy by more than the status. */
  isBusy?: (answer: HttpAnswer) => boolean;
  /** False if the request must not be sent again after a lost answer, since it may have been carried out. */
  isRepeatable?: boolean;
  /** Texts that the engine may repeat in its answer and that must not be disclosed; the headers from `authorize` are always included. */
  secrets?: readonly string[];
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text if it is not JSON. */
  body: unknown;
}

const requestMs = 60_000;
const attempts = 6;
const isBusy = (status: number) => [429, 502, 503, 504].includes(status);
/** Errors before anything was sent, because no connection was established. */
const neverSent = /ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT/;

/** Converts an error of the network or of TLS, which `fetch` hides in the cause. */
function networkError(error: unknown): WarehouseError {
  let cause: unknown = error instanceof Error && error.cause ? error.cause : error;
  if (cause instanceof AggregateError) cause = cause.errors[0];
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "NETWORK";
  return new WarehouseError(cause instanceof Error ? cause.message : "The network failed.", code, {
    isUnanswered: true,
  });
}

const neverRepeated = /CERT|SSL|TLS|ENOTFOUND|ERR_INVALID/;

/** Retry delay in ms: as long as the engine asks for, else exponential back-off with jitter. */
const pauseOf = (attempt: number, retryAfter: string | null) =>
  Math.min(
    30_000,
    retryAfter && /^\d+$/.test(retryAfter)
      ? Number(retryAfter) * 1000
      : 100 * 2 ** attempt * (0.5 + Math.random()),
  );

/** Returns the credentials without their scheme, such as `Bearer`. */
const credentials = (authorization: Authorization) =>
  Object.values(authorization).flatMap((value) => value.split(" ").filter((part) => part.length > 12));

async function once(
  request: HttpRequest,
  attempt: number,
  authorization: Authorization,
): Promise<HttpAnswer> {
  const { method, url, headers, body, signal, secrets = [] } = request;
  const late = AbortSignal.timeout(requestMs);
  const response = await fetch(typeof url === "string" ? url : url(attempt), {
    method,
    headers: { Accept: "application/json", ...headers, ...authorization },
    // Credentials must not be sent to the target of a redirect.
    redirect: "error",
    signal: signal ? AbortSignal.any([signal, late]) : late,
    ...(body === undefined ? {} : { body }),
  });
  const text = [...secrets, ...credentials(authorization)].reduce(
    (rest, secret) => rest.replaceAll(secret, "•••"),
    await response.text(),
  );
  let parsed: unknown = text;
  try {
    parsed = text === "" ? undefined : JSON.parse(text);
  } catch {
    // Not JSON, for example an error page of a proxy.
  }
  return { status: response.status, headers: response.headers, body: parsed };
}

/** Returns the answer, whatever its status. Retries on network failures and busy engines until the signal is aborted. */
export async function sendJsonRequest(request: HttpRequest): Promise<HttpAnswer> {
  let isRenewed = false;
  let lost = 0;
  let refused: Authorization | undefined;
  for (let attempt = 1; ; attempt += 1) {
    let answer: HttpAnswer | undefined;
    let authorization: Authorization = {};
    try {
      authorization = (await request.authorize?.(refused)) ?? {};
      answer = await once(request, attempt, authorization);
    } catch (error) {
      request.signal?.throwIfAborted();
      const failure = error instanceof WarehouseError ? error : networkError(error);
      const isFinal =
        error instanceof WarehouseError ||
        neverRepeated.test(failure.code) ||
        (request.isRepeatable === false && !neverSent.test(failure.code));
      lost += 1;
      if (lost >= 3 || isFinal) throw failure;
    }
    if (answer && !isRenewed && request.expired?.includes(answer.status)) {
      isRenewed = true;
      refused = authorization;
      continue;
    }
    const mustWait = answer && (isBusy(answer.status) || request.isBusy?.(answer));
    if (answer && (!mustWait || attempt >= attempts)) return answer;
    await wait(pauseOf(attempt, answer?.headers.get("retry-after") ?? null), undefined, {
      signal: request.signal,
    });
  }
}
