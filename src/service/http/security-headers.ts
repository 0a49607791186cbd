// Adds the security headers of every response.
import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { outgoingOf } from "./early-headers.ts";

/** Allows scripts and style sheets from this service only, and the inline
 *  scripts of its document. Monaco positions its lines with style attributes. */
const byLibrary = (consoleUrl: string | undefined, scripts: readonly string[] = []) =>
  secureHeaders({
    // Headers that an endpoint sets itself are kept.
    overwrite: false,
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...scripts],
      styleSrc: ["'self'"],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'", "data:"],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", "blob:"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: "no-referrer",
    xFrameOptions: "DENY",
    strictTransportSecurity: consoleUrl?.startsWith("https:") ? "max-age=31536000" : false,
    permissionsPolicy: {
      camera: [],
      microphone: [],
      geolocation: [],
      payment: [],
      usb: [],
      displayCapture: [],
    },
  });

/** Computes the headers once, since they are the same for every response. */
async function headersOf(middleware: MiddlewareHandler) {
  const app = new Hono().use(middleware).get("/", (context) => context.body(null));
  return [...(await app.request("/")).headers];
}

export function securityHeaders(consoleUrl: string | undefined, scripts: readonly string[] = []) {
  const middleware = byLibrary(consoleUrl, scripts);
  let headers: [string, string][] | undefined;
  const setHeaders: MiddlewareHandler = async (context, next) => {
    const outgoing = outgoingOf(context);
    if (!outgoing) return middleware(context, next);
    headers ??= await headersOf(middleware);
    for (const [name, value] of headers) if (!outgoing.hasHeader(name)) outgoing.setHeader(name, value);
    return next();
  };
  return setHeaders;
}
