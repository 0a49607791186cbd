// CORS for the endpoints of apps: pages of any origin may call them, since they require a key and use no cookies (API 7.3).
import { createMiddleware } from "hono/factory";
import { cors } from "hono/cors";
import { setHeaderOnNodeResponse } from "./early-headers.ts";

/** Request headers of the SDKs, for which browsers send a preflight request. */
const statsigHeaders =
  "api-key client-time encoded event-count retry-count sdk-type sdk-version server-session-id supports-proto";
const allowHeaders = ["content-type", ...statsigHeaders.split(" ").map((name) => `statsig-${name}`)];

const preflight = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "OPTIONS"],
  allowHeaders,
  maxAge: 86_400,
});

/** Must run before the security headers middleware, which keeps headers that are already set. */
export const openToBrowsers = createMiddleware(async (context, next) => {
  setHeaderOnNodeResponse(context, "Cross-Origin-Resource-Policy", "cross-origin");
  if (context.req.method === "OPTIONS") return preflight(context, next);
  setHeaderOnNodeResponse(context, "Access-Control-Allow-Origin", "*");
  return next();
});
