// IP address and user agent of a request, used as attributes if the request evaluates for its own sender.
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

export interface Origin {
  /** IP address and user agent of the sender. */
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

/** Returns the client's address: the one forwarded by a proxy, else that of the connection. */
function addressOf(context: Context): string | undefined {
  const forwarded = context.req.header("x-forwarded-for")?.split(",")[0]?.trim();
  if (forwarded) return forwarded;
  try {
    return getConnInfo(context).remote.address?.replace(/^::ffff:/, "");
  } catch {
    // Requests in tests have no connection.
    return undefined;
  }
}

export const originOf = (context: Context): Origin => ({
  ip: addressOf(context),
  userAgent: context.req.header("user-agent"),
});
