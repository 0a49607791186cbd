// Serves the built console: hashed files are cached for ever, the document is revalidated, and every page URL returns the document.
import { stat } from "node:fs/promises";
import { join, normalize } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, Hono } from "hono";
import type { ConsoleDocument } from "./console-document.ts";
import type { Environment } from "./log-requests.ts";
import { sendText } from "./send-json.ts";

const isHashed = (path: string) => path.includes("/assets/");

export function serveConsole(
  app: Hono<Environment>,
  folder: string,
  document: ConsoleDocument,
  companyID: string,
) {
  // Permalinks always return the page, whatever the Accept header. Other unknown
  // URLs do so for browsers only, where the console shows its own error page.
  const isPage = ({ req }: Context) =>
    req.path === "/" ||
    req.path.split("/")[1] === encodeURIComponent(companyID) ||
    (req.header("accept") ?? "").includes("text/html");
  const files = serveStatic({
    root: folder,
    precompressed: true,
    onFound: (path: string, context: Context) => {
      context.header("Cache-Control", isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache");
      context.header("Vary", "Accept-Encoding");
    },
  });

  app.get("*", async (context, next) => {
    const { path } = context.req;
    if (path.startsWith("/console/v1/") || path === "/" || path === "/index.html") return next();
    const isFile = await stat(join(folder, normalize(path))).then(
      (found) => found.isFile(),
      () => false,
    );
    return isFile ? files(context, next) : next();
  });
  app.get("*", async (context, next) => {
    const { path } = context.req;
    if (path.startsWith("/console/v1/") || isHashed(path) || !isPage(context)) return next();
    context.header("ETag", document.tag);
    context.header("Cache-Control", "no-cache");
    if (context.req.header("if-none-match")?.includes(document.tag)) return context.body(null, 304);
    context.header("Content-Type", "text/html; charset=utf-8");
    return sendText(context, document.html, 200);
  });
}
