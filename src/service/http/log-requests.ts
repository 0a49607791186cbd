// One JSON line a request: what was asked, what came of it, how long it took. Never a header, a body or a key.
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";

/** What a request carries through the router. */
export interface Environment {
  Variables: { requestID: string; keyName?: string };
}

export const logRequests =
  (log: Pick<Logger, "info">): MiddlewareHandler<Environment> =>
  async (context, next) => {
    const started = performance.now();
    const requestID = randomUUID();
    context.set("requestID", requestID);
    await next();
    context.header("X-Request-Id", requestID);
    log.info({
      requestID,
      method: context.req.method,
      path: context.req.path,
      status: context.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      key: context.get("keyName"),
    });
  };
