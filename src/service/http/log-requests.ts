// Logs one JSON line per request: method, path, status, duration. Never a header, a body or a key.
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { ServedRules } from "#contract/app-activity.ts";
import { setHeaderOnNodeResponse } from "./early-headers.ts";
import type { RefusedEvent } from "./rejections.ts";
import { withoutKeys } from "./sdk-keys.ts";
import type { KeyProblem, LoggedCounts, RefusalCounts, SenderKey } from "./sender.ts";

/** Variables that middlewares attach to a request. */
export interface Environment {
  Variables: {
    requestID: string;
    keyName?: string;
    /** The stored key of the request, even if it was rejected. */
    sender?: SenderKey;
    /** Why the key was rejected. */
    keyProblem?: KeyProblem;
    /** Set by logging requests: the number of events by kind. */
    logged?: LoggedCounts;
    /** Set by logging requests: the events that were rejected. */
    refusedEvents?: readonly RefusedEvent[];
    /** Set by logging requests: the number of rejected events by reason. */
    eventRefusals?: RefusalCounts;
    /** Set if the response contains a rules document. */
    rules?: ServedRules;
  };
}

export const logRequests =
  (log: Pick<Logger, "info">): MiddlewareHandler<Environment> =>
  async (context, next) => {
    const started = performance.now();
    const requestID = randomUUID();
    context.set("requestID", requestID);
    setHeaderOnNodeResponse(context, "X-Request-Id", requestID);
    await next();
    log.info({
      requestID,
      method: context.req.method,
      path: withoutKeys(context.req.path),
      status: context.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      key: context.get("keyName"),
    });
  };
