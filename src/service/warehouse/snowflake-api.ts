// Sends requests to version 2 of Snowflake's SQL API: handles sign-in and errors.
import { z } from "zod/mini";
import { sendJsonRequest, type HttpRequest, type HttpAnswer } from "./json-request.ts";
import { cachedToken, type Token } from "./cached-token.ts";
import { fingerprintOf, issuedAt, readPrivateKey, signedToken } from "./signed-token.ts";
import { signedName, snowflakeOrigin } from "./snowflake-names.ts";
import { WarehouseError } from "./statement.ts";

export interface SnowflakeSettings {
  accountName: string;
  serviceUserName: string;
  privateKey?: string | undefined;
  keyPassPhrase?: string | undefined;
  /** A programmatic access token; the API accepts no passwords. */
  serviceUserPassword?: string | undefined;
  computeWarehouse?: string | undefined;
  consoleComputeWarehouse?: string | undefined;
}

const seconds = 3600;

function keyPairToken(settings: SnowflakeSettings, privateKey: string): Token {
  const key = readPrivateKey(privateKey, settings.keyPassPhrase);
  const sub = signedName(settings.accountName, settings.serviceUserName);
  const iat = issuedAt();
  const claims = { iss: `${sub}.${fingerprintOf(key)}`, sub, iat, exp: iat + seconds };
  return { text: signedToken(key, claims), until: (iat + seconds) * 1000 };
}

const Refusal = z.looseObject({ code: z.optional(z.string()), message: z.optional(z.string()) });

export function snowflakeError({ body, status }: HttpAnswer): WarehouseError {
  const { success, data } = Refusal.safeParse(body);
  if (success && data.message)
    return new WarehouseError(data.message, data.code ?? String(status), { status });
  return new WarehouseError(
    typeof body === "string" && body !== "" && !body.trimStart().startsWith("<")
      ? body.slice(0, 300)
      : `Snowflake answered with status ${status}.`,
    String(status),
    { status },
  );
}

export type SnowflakeRequest = Pick<HttpRequest, "method" | "signal"> & {
  path: string | ((attempt: number) => string);
  body?: object;
};
export type SnowflakeApi = (request: SnowflakeRequest) => Promise<HttpAnswer>;

export function snowflakeApi(
  settings: SnowflakeSettings,
  origin = snowflakeOrigin(settings.accountName),
): SnowflakeApi {
  const { privateKey, serviceUserPassword } = settings;
  const authorize = cachedToken(async () => {
    if (privateKey) return keyPairToken(settings, privateKey);
    if (serviceUserPassword) return { text: serviceUserPassword, until: Infinity };
    throw new WarehouseError("There is neither a private key nor an access token.", "NO_SECRET");
  });
  const kind = privateKey ? "KEYPAIR_JWT" : "PROGRAMMATIC_ACCESS_TOKEN";
  return ({ method, path, body, signal }) =>
    sendJsonRequest({
      method,
      url: (attempt) => `${origin}${typeof path === "string" ? path : path(attempt)}`,
      headers: {
        "User-Agent": "assay/1.0",
        "X-Snowflake-Authorization-Token-Type": kind,
        ...(body ? { "Content-Type": "application/json" } : {}),
      },
      body: body && JSON.stringify(body),
      signal,
      authorize,
      expired: [401],
    });
}
