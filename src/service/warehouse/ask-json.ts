// One request to an engine that speaks JSON over HTTP. What is only busy is asked again; what is refused is not.
import { setTimeout as wait } from "node:timers/promises";
import { WarehouseError } from "./statement.ts";

export interface Ask {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Made anew for each attempt, such as those that carry a token with a time in it. */
  authorize?: (isAgain: boolean) => Promise<Record<string, string>>;
  /** Statuses after which `authorize` is asked for another token, once. */
  expired?: readonly number[];
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

/** Of the network or of TLS: `fetch` hides it in the cause. */
function networkError(error: unknown): WarehouseError {
  let cause: unknown = error instanceof Error && error.cause ? error.cause : error;
  if (cause instanceof AggregateError) cause = cause.errors[0];
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "NETWORK";
  return new WarehouseError(cause instanceof Error ? cause.message : "The network failed.", code);
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

async function once({ method, url, headers, body, signal }: Ask, authorization: object): Promise<Told> {
  const late = AbortSignal.timeout(requestMs);
  const response = await fetch(url, {
    method,
    headers: { Accept: "application/json", ...headers, ...authorization },
    // A key must not follow to another address.
    redirect: "error",
    signal: signal ? AbortSignal.any([signal, late]) : late,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
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
  for (let attempt = 1; ; attempt += 1) {
    let told: Told | undefined;
    try {
      told = await once(ask, (await ask.authorize?.(isRenewed)) ?? {});
    } catch (error) {
      ask.signal?.throwIfAborted();
      const failure = error instanceof WarehouseError ? error : networkError(error);
      if (attempt >= 3 || error instanceof WarehouseError || neverRepeated.test(failure.code)) throw failure;
    }
    if (told && !isRenewed && ask.expired?.includes(told.status)) {
      isRenewed = true;
      continue;
    }
    if (told && (!isBusy(told.status) || attempt >= attempts)) return told;
    await wait(pauseOf(attempt, told?.headers.get("retry-after") ?? null), undefined, { signal: ask.signal });
  }
}
