// Sends requests to BigQuery: handles sign-in and errors.
import { z } from "zod/mini";
import { sendJsonRequest, type HttpRequest, type HttpAnswer } from "./json-request.ts";
import { cachedToken } from "./cached-token.ts";
import { badKey, issuedAt, readPrivateKey, signedToken } from "./signed-token.ts";
import { WarehouseError } from "./statement.ts";

export interface BigQuerySettings {
  /** The project that contains the data. */
  project: string;
  /** The project that is billed for interactive statements from the console. */
  consoleComputeProject?: string | undefined;
  /** The key file of a service account, as JSON text. */
  privateKey: string;
}

const KeyFile = z.object({ client_email: z.string(), private_key: z.string() });

/** Parses the key file, which says who signs in. */
export function readKeyFile(text: string): z.infer<typeof KeyFile> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const { success, data } = KeyFile.safeParse(json);
  if (success) return data;
  throw new WarehouseError("The key file has no client_email or private_key.", badKey);
}

export const bigQueryOrigin = "https://bigquery.googleapis.com";
export const tokenOrigin = "https://oauth2.googleapis.com";
const scope = "https://www.googleapis.com/auth/bigquery";
const seconds = 3600;

const Granted = z.looseObject({ access_token: z.string(), expires_in: z.number() });
const Refusal = z.looseObject({
  error: z.union([
    z.string(),
    z.looseObject({
      message: z.string(),
      status: z.optional(z.string()),
      errors: z.optional(z.array(z.looseObject({ reason: z.optional(z.string()) }))),
    }),
  ]),
  error_description: z.optional(z.string()),
});

export function bigQueryError({ body, status }: HttpAnswer): WarehouseError {
  const { success, data } = Refusal.safeParse(body);
  if (!success)
    return new WarehouseError(`Google answered with status ${status}.`, String(status), { status });
  const { error } = data;
  if (typeof error === "string")
    return new WarehouseError(data.error_description ?? error, error, { status });
  const code = error.errors?.[0]?.reason ?? error.status ?? String(status);
  return new WarehouseError(error.message, code, { status });
}

/** Rate limiting is reported with status 403, which is also the status of a missing permission. */
const isBusy = (answer: HttpAnswer) =>
  answer.status === 500 ||
  (answer.status === 403 && /^(jobR|r)ateLimitExceeded$/.test(bigQueryError(answer).code));

export type BigQueryRequest = Pick<HttpRequest, "method" | "signal"> & { path: string; body?: object };
export type BigQueryApi = (request: BigQueryRequest) => Promise<HttpAnswer>;

export function bigQueryApi(settings: BigQuerySettings, origin?: string): BigQueryApi {
  const authorize = cachedToken(async () => {
    const { client_email: iss, private_key: pem } = readKeyFile(settings.privateKey);
    const key = readPrivateKey(pem);
    const iat = issuedAt();
    // The token is always requested from Google, whatever address the key file names.
    const aud = `${tokenOrigin}/token`;
    const assertion = signedToken(key, { iss, scope, aud, iat, exp: iat + seconds });
    const answer = await sendJsonRequest({
      method: "POST",
      url: `${origin ?? tokenOrigin}/token`,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion,
      }).toString(),
      secrets: [assertion],
    });
    const { success, data } = Granted.safeParse(answer.body);
    if (answer.status !== 200 || !success) throw bigQueryError(answer);
    return { text: data.access_token, until: Date.now() + data.expires_in * 1000 };
  });
  return ({ method, path, body, signal }) =>
    sendJsonRequest({
      method,
      url: `${origin ?? bigQueryOrigin}/bigquery/v2${path}`,
      headers: { "User-Agent": "assay/1.0", ...(body ? { "Content-Type": "application/json" } : {}) },
      body: body && JSON.stringify(body),
      signal,
      authorize,
      expired: [401],
      isBusy,
    });
}
