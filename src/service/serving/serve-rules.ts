// Answers the server libraries of apps, which ask every few seconds whether the rules have changed.
import type { Context, Hono } from "hono";
import type { Database } from "#service/database/database.ts";
import { methodNotAllowed } from "#service/http/errors.ts";
import type { Environment } from "#service/http/log-requests.ts";
import { sdkKeyOf } from "#service/http/sdk-keys.ts";
import { sendKept } from "#service/http/send-json.ts";
import type { Form, KeptRules } from "./kept-rules.ts";

interface Options {
  database: Database;
  rules: KeptRules;
  now: () => number;
}

export function serveRules(app: Hono<Environment>, { database, rules, now }: Options) {
  const paths = {
    old: "/v1/download_config_specs/:key",
    new: "/v2/download_config_specs/:key",
    lists: "/v1/get_id_lists",
  };
  for (const path of Object.values(paths))
    app.use(path, async (context, next) => {
      // Set before the answer, so that refusals have it too.
      context.header("Cache-Control", "no-store");
      await next();
    });

  const answer = (form: Form) => async (context: Context<Environment>) => {
    const { environment } = await sdkKeyOf(context, database, ["server"]);
    const served = await rules.current(environment, now());
    if (Number(context.req.query("sinceTime") ?? 0) >= served.time)
      return context.json({ has_updates: false });
    const text = served.text(form);
    context.set("rules", { ...served.counts, characters: text.characters });
    return sendKept(context, text);
  };
  app.get(paths.old, answer("old"));
  app.get(paths.new, answer("new"));
  app.post(paths.lists, async (context) => {
    await sdkKeyOf(context, database, ["server"]);
    return context.json({});
  });
  for (const path of Object.values(paths))
    app.all(path, (context) => {
      throw methodNotAllowed(context, [path === paths.lists ? "POST" : "GET"]);
    });
}
