// Pages of any origin may use the endpoints for apps: they need a key and no cookie (API 7.3).
import { createMiddleware } from "hono/factory";
import { cors } from "hono/cors";

/** The headers that libraries send, which browsers ask for first. */
const statsigHeaders =
  "api-key client-time encoded event-count retry-count sdk-type sdk-version server-session-id supports-proto";
const allowHeaders = ["content-type", ...statsigHeaders.split(" ").map((name) => `statsig-${name}`)];

const open = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "OPTIONS"],
  allowHeaders,
  maxAge: 86_400,
});

/** Goes before the security headers, which keep other origins away. */
export const openToBrowsers = createMiddleware(async (context, next) => {
  const answer = await open(context, next);
  context.header("Cross-Origin-Resource-Policy", "cross-origin");
  return answer;
});
