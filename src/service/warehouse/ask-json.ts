// One request to an engine that speaks JSON over HTTP. What is only busy is asked again; what is refused is not.
import { setTimeout as wait } from "node:timers/promises";
import { WarehouseError } from "./statement.ts";

/** Headers. */
type Authorization = Readonly<Record<string, string>>;

export interface Ask {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** From the second attempt on it may say that it is one. */
  url: string | ((attempt: number) => string);
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Made anew for each attempt, such as those that carry a token with a time in it. */
  authorize?: (refused?: Authorization) => Promise<Authorization>;
  /** Statuses after which `authorize` is asked for another token, once. */
  expired?: readonly number[];
  /** Of engines that say so by more than the status. */
  isBusy?: (told: Told) => boolean;
  /** False where a request whose answer was lost may have been carried out, and must not be twice. */
  isRepeatable?: boolean;
  /** Texts that the engine may repeat in its answer and nobody may read; what `authorize` made is one of them. */
  secrets?: readonly string[];
}

export interface Told {
  status: number;
  headers: Headers;
  /** Parsed, or the text where it is no JSON. */
  body: unknown;
}

const requestMs = 60_000;
const attempts = 6;
const isBusy = (status: number) => [429, 502, 503, 504].includes(status);
/** Nothing was sent to whoever did not answer the call. */
const neverSent = /ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT/;

/** Of the network or of TLS: `fetch` hides it in the cause. */
function networkError(error: unknown): WarehouseError {
  let cause: unknown = error instanceof Error && error.cause ? error.cause : error;
  if (cause instanceof AggregateError) cause = cause.errors[0];
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "NETWORK";
  return new WarehouseError(cause instanceof Error ? cause.message : "The network failed.", code, {
    isUnanswered: true,
  });
}

const neverRepeated = /CERT|SSL|TLS|ENOTFOUND|ERR_INVALID/;

/** As long as the engine asks for, else longer each time with a part by chance. */
const pauseOf = (attempt: number, retryAfter: string | null) =>
  Math.min(
    30_000,
    retryAfter && /^\d+$/.test(retryAfter)
      ? Number(retryAfter) * 1000
      : 100 * 2 ** attempt * (0.5 + Math.random()),
  );

/** Without the scheme, such as `Bearer`. */
const credentials = (authorization: Authorization) =>
  Object.values(authorization).flatMap((value) => value.split(" ").filter((part) => part.length > 12));

async function once(ask: Ask, attempt: number, authorization: Authorization): Promise<Told> {
  const { method, url, headers, body, signal, secrets = [] } = ask;
  const late = AbortSignal.timeout(requestMs);
  const response = await fetch(typeof url === "string" ? url : url(attempt), {
    method,
    headers: { Accept: "application/json", ...headers, ...authorization },
    // A key must not follow to another address.
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
    // An error page of a proxy.
  }
  return { status: response.status, headers: response.headers, body: parsed };
}

/** The answer, whatever its status. Network failures and busy engines are asked again within the life of the signal. */
export async function askJson(ask: Ask): Promise<Told> {
  let isRenewed = false;
  let lost = 0;
  let refused: Authorization | undefined;
  for (let attempt = 1; ; attempt += 1) {
    let told: Told | undefined;
    let authorization: Authorization = {};
    try {
      authorization = (await ask.authorize?.(refused)) ?? {};
      told = await once(ask, attempt, authorization);
    } catch (error) {
      ask.signal?.throwIfAborted();
      const failure = error instanceof WarehouseError ? error : networkError(error);
      const isFinal =
        error instanceof WarehouseError ||
        neverRepeated.test(failure.code) ||
        (ask.isRepeatable === false && !neverSent.test(failure.code));
      lost += 1;
      if (lost >= 3 || isFinal) throw failure;
    }
    if (told && !isRenewed && ask.expired?.includes(told.status)) {
      isRenewed = true;
      refused = authorization;
      continue;
    }
    const mustWait = told && (isBusy(told.status) || ask.isBusy?.(told));
    if (told && (!mustWait || attempt >= attempts)) return told;
    await wait(pauseOf(attempt, told?.headers.get("retry-after") ?? null), undefined, { signal: ask.signal });
  }
}
