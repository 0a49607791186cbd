// Sends requests to a Databricks workspace: handles sign-in and errors.
import { z } from "zod/mini";
import { sendJsonRequest, type HttpRequest, type HttpAnswer } from "./json-request.ts";
import { cachedToken } from "./cached-token.ts";
import { WarehouseError } from "./statement.ts";

export interface DatabricksSettings {
  host: string;
  path: string;
  /** If set, the access token is the secret of a service principal. */
  oauthClientID?: string | undefined;
  accessToken: string;
  consoleComputePath?: string | undefined;
}

/** Returns the id in the path of a SQL warehouse; undefined for a cluster, which has another path and another protocol. */
export const warehouseId = (path: string): string | undefined =>
  /^\/sql\/1\.0\/warehouses\/([\w-]+)$/.exec(path.trim())?.[1];

export const databricksOrigin = (host: string) => `https://${host}`;

const Granted = z.looseObject({ access_token: z.string(), expires_in: z.number() });
const Refusal = z.looseObject({
  error_code: z.optional(z.union([z.string(), z.number()])),
  message: z.optional(z.string()),
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
});

export function databricksError({ body, status }: HttpAnswer): WarehouseError {
  const { success, data } = Refusal.safeParse(body);
  const message = success ? (data.message ?? data.error_description) : undefined;
  if (success && message)
    return new WarehouseError(message, String(data.error_code ?? data.error ?? status), { status });
  return new WarehouseError(
    typeof body === "string" && body !== "" && !body.trimStart().startsWith("<")
      ? body.slice(0, 300)
      : `Databricks answered with status ${status}.`,
    String(status),
    { status },
  );
}

export type DatabricksRequest = Pick<HttpRequest, "method" | "signal" | "isRepeatable"> & {
  path: string;
  body?: object;
};
export type DatabricksApi = (request: DatabricksRequest) => Promise<HttpAnswer>;

export function databricksApi(
  settings: DatabricksSettings,
  origin = databricksOrigin(settings.host),
): DatabricksApi {
  const { oauthClientID: client, accessToken: secret } = settings;
  const authorize = cachedToken(async () => {
    if (!client) return { text: secret, until: Infinity };
    const basic = Buffer.from(`${encodeURIComponent(client)}:${encodeURIComponent(secret)}`);
    const answer = await sendJsonRequest({
      method: "POST",
      url: `${origin}/oidc/v1/token`,
      headers: {
        Authorization: `Basic ${basic.toString("base64")}`,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials&scope=all-apis",
      secrets: [basic.toString("base64"), secret],
    });
    const { success, data } = Granted.safeParse(answer.body);
    if (answer.status !== 200 || !success) throw databricksError(answer);
    return { text: data.access_token, until: Date.now() + data.expires_in * 1000 };
  });
  return ({ method, path, body, signal, isRepeatable }) =>
    sendJsonRequest({
      method,
      url: `${origin}${path}`,
      headers: { "User-Agent": "assay/1.0", ...(body ? { "Content-Type": "application/json" } : {}) },
      body: body && JSON.stringify(body),
      signal,
      authorize,
      // An expired OAuth token is also answered with 403.
      expired: client ? [401, 403] : [],
      ...(isRepeatable === undefined ? {} : { isRepeatable }),
    });
}
