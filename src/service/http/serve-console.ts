// Serves the built console: hashed files for ever, the document revalidated, every page address answered with the document.
import { readFile, stat } from "node:fs/promises";
import { join, normalize } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import type { Environment } from "./log-requests.ts";

const isHashed = (path: string) => path.includes("/assets/");

export function serveConsole(app: Hono<Environment>, folder: string) {
  const files = serveStatic({
    root: folder,
    precompressed: true,
    onFound: (path, context) => {
      context.header("Cache-Control", isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache");
      context.header("Vary", "Accept-Encoding");
    },
  });
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
    const wantsPage = (context.req.header("accept") ?? "").includes("text/html");
    if (context.req.path.startsWith("/console/v1/") || isHashed(context.req.path) || !wantsPage)
      return next();
    context.header("Cache-Control", "no-cache");
    return context.html(await readFile(join(folder, "index.html"), "utf8"));
  });
}
