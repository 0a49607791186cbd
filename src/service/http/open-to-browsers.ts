// Pages of any origin may use the endpoints for apps: they need a key and no cookie (API 7.3).
import { createMiddleware } from "hono/factory";
import { cors } from "hono/cors";
import { setEarly } from "./early-headers.ts";

/** The headers that libraries send, which browsers ask for first. */
const statsigHeaders =
  "api-key client-time encoded event-count retry-count sdk-type sdk-version server-session-id supports-proto";
const allowHeaders = ["content-type", ...statsigHeaders.split(" ").map((name) => `statsig-${name}`)];

const preflight = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "OPTIONS"],
  allowHeaders,
  maxAge: 86_400,
});

/** Goes before the security headers, which leave what is set here. */
export const openToBrowsers = createMiddleware(async (context, next) => {
  setEarly(context, "Cross-Origin-Resource-Policy", "cross-origin");
  if (context.req.method === "OPTIONS") return preflight(context, next);
  setEarly(context, "Access-Control-Allow-Origin", "*");
  return next();
});
