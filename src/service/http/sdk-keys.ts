// Authenticates app requests by their API key, and removes keys from logs and errors: SDKs send them in URLs too.
import type { Context } from "hono";
import type { Database } from "#service/database/database.ts";
import { findStoredKey, type SdkKind, sdkKinds } from "./api-keys.ts";
import { HttpError } from "./errors.ts";
import type { Environment } from "./log-requests.ts";

export interface SdkKey {
  id: string;
  name: string;
  kind: SdkKind;
  environment: string;
  /** True for client keys for on-device evaluation. */
  readsRules: boolean;
}

const inPath = /\/([^/]+)\.json$/;

/** Returns the key from the header, the path (`…/<key>.json`) or the query parameter `k`, in this order. */
const sentKey = ({ req }: Context<Environment>): string | undefined =>
  req.header("statsig-api-key") || inPath.exec(req.path)?.[1] || req.query("k");

/** Returns the app's key if it is one of the given kinds, and adds its
 *  name to the request log; throws 401 or 403 without naming the key. */
export async function sdkKeyOf(
  context: Context<Environment>,
  database: Database,
  kinds: readonly SdkKind[] = sdkKinds,
): Promise<SdkKey> {
  const sent = sentKey(context);
  const key = sent ? await findStoredKey(database, sent) : undefined;
  if (key)
    context.set("sender", { id: key.id, name: key.name, kind: key.kind, environment: key.environment });
  if (!key || key.revokedTime !== null) {
    context.set("keyProblem", key ? "revoked_key" : sent ? "unknown_key" : "missing_key");
    throw new HttpError(
      401,
      sent
        ? "The SDK key is unknown or revoked."
        : "The request has no SDK key. Send one in the header STATSIG-API-KEY.",
    );
  }
  if (key.kind === "console") {
    context.set("keyProblem", "console_key");
    throw new HttpError(403, "A console key was sent to an endpoint for apps. Send a server or client key.");
  }
  if (!kinds.includes(key.kind)) {
    context.set("keyProblem", key.kind === "server" ? "server_key" : "wrong_kind");
    throw new HttpError(403, `This endpoint only accepts a ${kinds.join(" or ")} key.`);
  }
  const { id, name, kind, environment, readsRules } = key;
  context.set("keyName", name);
  return { id, name, kind, environment, readsRules };
}

/** Returns the client key of an app that evaluates on the device. Such a key is public, so it must have been created for that purpose. */
export async function rulesKeyOf(context: Context<Environment>, database: Database): Promise<SdkKey> {
  const key = await sdkKeyOf(context, database, ["client"]);
  if (key.readsRules) return key;
  context.set("keyProblem", "no_rules");
  throw new HttpError(
    403,
    "This client key does not read rules. Make one that does, for evaluation on the device.",
  );
}

const keys = /(\/download_config_specs\/)[^/]+|\b(secret|client|console|read)-[\w-]{30,}/g;

/** Returns a path with keys masked, for logs and responses. */
export const withoutKeys = (path: string): string =>
  path.replace(keys, (_whole, before: string | undefined, kind: string | undefined) =>
    before === undefined ? `${kind}-…` : `${before}…`,
  );
