// Answers the libraries of browsers and phones: everything that one user gets, and nothing of the rules behind it (API 7.4).
import { hash } from "node:crypto";
import type { Context, Hono } from "hono";
import { InitializeRequest } from "#contract/evaluation-request.ts";
import { problemsOf } from "#contract/problems.ts";
import type { Database } from "#service/database/database.ts";
import { badRequest, methodNotAllowed } from "#service/http/errors.ts";
import type { Environment } from "#service/http/log-requests.ts";
import { originOf } from "#service/http/origin.ts";
import { readPackedBody } from "#service/http/read-packed-body.ts";
import { sdkKeyOf } from "#service/http/sdk-keys.ts";
import { sendText } from "#service/http/send-json.ts";
import type { KeptRules } from "./kept-rules.ts";
import { customIDsOf, userOf } from "./user-of-request.ts";

interface Options {
  database: Database;
  rules: KeptRules;
  now: () => number;
}

const path = "/v1/initialize";

export function serveInitialize(app: Hono<Environment>, { database, rules, now }: Options) {
  async function initialize(context: Context<Environment>) {
    const { environment } = await sdkKeyOf(context, database);
    const body = await readPackedBody(context);
    const { data: request, error } = InitializeRequest.safeParse(body);
    if (!request) throw badRequest(problemsOf(error, body));
    const stated = { user: request.user ?? {}, stableID: request.statsigMetadata?.stableID };
    const time = now();
    const user = userOf({ ...stated, origin: originOf(context), environment, time });
    const served = await rules.current(environment, time);
    const by = request.hash ?? "djb2";
    const values = Buffer.concat(served.values().write(by, user));
    // The same rules may give something else by now: by the time, or by the address of the request.
    const checksum = hash("sha1", values, "base64url");
    if ((request.sinceTime ?? 0) >= served.time && (request.full_checksum ?? checksum) === checksum)
      return context.json({ has_updates: false });
    const about = {
      has_updates: true,
      time: served.time,
      hash_used: by,
      full_checksum: checksum,
      evaluated_keys: { userID: request.user?.userID, customIDs: customIDsOf(stated) },
      derived_fields: user.derived,
      sdkParams: {},
      sdk_flags: {},
    };
    context.header("Content-Type", "application/json");
    const start = Buffer.from(`${JSON.stringify(about).slice(0, -1)},`);
    return sendText(context, Buffer.concat([start, values, Buffer.from("}")]), 200, "quick");
  }

  app.use(path, async (context, next) => {
    // Set before the answer, so that refusals have it too.
    context.header("Cache-Control", "no-store");
    await next();
  });
  app.on("POST", path, initialize);
  app.all(path, (context) => {
    throw methodNotAllowed(context, ["POST"]);
  });
}
