// Serves the built console: hashed files for ever, the document revalidated, every page address answered with the document.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join, normalize } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, Hono } from "hono";
import type { Environment } from "./log-requests.ts";

const isHashed = (path: string) => path.includes("/assets/");

export function serveConsole(app: Hono<Environment>, folder: string, companyID: string) {
  // A permalink is the page for whoever opens it, whatever it accepts; elsewhere a browser gets the page that says what is wrong.
  const isPage = ({ req }: Context) =>
    req.path === "/" ||
    req.path.split("/")[1] === encodeURIComponent(companyID) ||
    (req.header("accept") ?? "").includes("text/html");
  const options = {
    root: folder,
    precompressed: true,
    onFound: (path: string, context: Context) => {
      context.header("Cache-Control", isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache");
      context.header("Vary", "Accept-Encoding");
    },
  };
  const files = serveStatic(options);
  const document = serveStatic({ ...options, path: "index.html" });
  const content = readFileSync(join(folder, "index.html"));
  const tag = `"${createHash("sha256").update(content).digest("base64url")}"`;

  app.get("*", async (context, next) => {
    const { path } = context.req;
    if (path.startsWith("/console/v1/") || path === "/") return next();
    const isFile = await stat(join(folder, normalize(path))).then(
      (found) => found.isFile(),
      () => false,
    );
    return isFile ? files(context, next) : next();
  });
  app.get("*", async (context, next) => {
    const { path } = context.req;
    if (path.startsWith("/console/v1/") || isHashed(path) || !isPage(context)) return next();
    context.header("ETag", tag);
    if (!context.req.header("if-none-match")?.includes(tag)) return document(context, next);
    context.header("Cache-Control", "no-cache");
    return context.body(null, 304);
  });
}
