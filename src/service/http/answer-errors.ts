// Answers refused and failed requests with an error of the contract, which reveals nothing internal.
import type { Hono } from "hono";
import type { Logger } from "pino";
import { DatabaseDamaged, DatabaseUnavailable } from "#service/database/database.ts";
import { HttpError } from "./errors.ts";
import type { Environment } from "./log-requests.ts";
import { withoutKeys } from "./sdk-keys.ts";

/** Headers set before the refusal (Retry-After, Allow, RateLimit-*) are sent with it. */
function jsonHeaders(headers: Headers) {
  const all = new Headers(headers);
  all.set("Content-Type", "application/json");
  return all;
}

export function answerErrors(app: Hono<Environment>, log: Pick<Logger, "warn" | "error">) {
  app.notFound((context) => {
    throw new HttpError(404, `Nothing is found at ${withoutKeys(context.req.path)}`);
  });
  app.onError((thrown, context) => {
    const headers = context.res.headers;
    const requestID = context.get("requestID");
    let error = thrown;
    if (error instanceof DatabaseUnavailable) {
      log.warn({ requestID, error: error.cause instanceof Error ? error.cause.message : error.message });
      const headers = error.status === 503 ? { "Retry-After": "1" } : {};
      error = new HttpError(error.status, error.message, { headers });
    }
    if (error instanceof DatabaseDamaged) {
      log.error({ requestID, error: error.message });
      error = new HttpError(503, "A part of the database is damaged. What to do is in /healthz.");
    }
    if (!(error instanceof HttpError)) {
      log.error({ requestID, error: error.message, stack: error.stack });
      return new Response(JSON.stringify({ status: 500, message: "Internal server error", requestID }), {
        status: 500,
        headers: jsonHeaders(headers),
      });
    }
    const { status, message, errors, data } = error;
    for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
    const body = {
      status,
      message,
      ...(errors ? { errors } : {}),
      ...(data === undefined ? {} : { data }),
      requestID,
    };
    return new Response(JSON.stringify(body), { status, headers: jsonHeaders(headers) });
  });
}
