// Serves the rules to libraries that evaluate them locally, on servers and on devices, and that poll for changes.
import type { Context, Hono } from "hono";
import type { Database } from "#service/database/database.ts";
import { setNoStore } from "#service/http/early-headers.ts";
import { methodNotAllowed } from "#service/http/errors.ts";
import type { Environment } from "#service/http/log-requests.ts";
import { rulesKeyOf, sdkKeyOf, type SdkKey } from "#service/http/sdk-keys.ts";
import { sendPrecompressed } from "#service/http/send-json.ts";
import type { DocumentForm, RulesCache } from "./rules-cache.ts";

interface Options {
  database: Database;
  rules: RulesCache;
  now: () => number;
}

export function serveRules(app: Hono<Environment>, { database, rules, now }: Options) {
  const paths = {
    old: "/v1/download_config_specs/:key",
    new: "/v2/download_config_specs/:key",
    onDevice: "/v1/download_config_specs",
    lists: "/v1/get_id_lists",
  };
  for (const path of Object.values(paths))
    app.use(path, async (context, next) => {
      // Set before the request is handled, so that error responses have the header too.
      setNoStore(context);
      await next();
    });

  type KeyOf = (context: Context<Environment>) => Promise<SdkKey>;
  const serverKey: KeyOf = (context) => sdkKeyOf(context, database, ["server"]);
  const clientKey: KeyOf = (context) => rulesKeyOf(context, database);

  const answer = (form: DocumentForm, keyOf: KeyOf) => async (context: Context<Environment>) => {
    const { environment } = await keyOf(context);
    const served = await rules.current(environment, now());
    if (Number(context.req.query("sinceTime") ?? 0) >= served.time)
      return context.json({ has_updates: false });
    const text = served.text(form);
    context.set("rules", { ...served.counts, characters: text.characters });
    return sendPrecompressed(context, text);
  };
  app.get(paths.old, answer("old", serverKey));
  app.get(paths.new, answer("new", serverKey));
  app.get(paths.onDevice, answer("old", clientKey));
  app.post(paths.lists, async (context) => {
    await serverKey(context);
    return context.json({});
  });
  for (const path of Object.values(paths))
    app.all(path, (context) => {
      throw methodNotAllowed(context, [path === paths.lists ? "POST" : "GET"]);
    });
}
