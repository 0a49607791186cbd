// The address and the user agent that a request came from: those of a user who asks for nobody else.
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

export interface Origin {
  /** The address that the request came from, and the user agent. */
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

/** The address of the connection, or the one that a proxy in front says. */
function addressOf(context: Context): string | undefined {
  const forwarded = context.req.header("x-forwarded-for")?.split(",")[0]?.trim();
  if (forwarded) return forwarded;
  try {
    return getConnInfo(context).remote.address?.replace(/^::ffff:/, "");
  } catch {
    // Requests of tests come from nowhere.
    return undefined;
  }
}

export const originOf = (context: Context): Origin => ({
  ip: addressOf(context),
  userAgent: context.req.header("user-agent"),
});
