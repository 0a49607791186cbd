// Signs tokens with an RSA private key, as Snowflake and Google require (JWT, RS256).
import { createPrivateKey, createPublicKey, createHash, sign, type KeyObject } from "node:crypto";
import { WarehouseError } from "./statement.ts";

export const badKey = "BAD_KEY";

/** Throws a WarehouseError with its own message, because the parser's message may quote the key. */
export function readPrivateKey(key: string, passphrase?: string): KeyObject {
  try {
    return createPrivateKey(passphrase === undefined ? { key } : { key, passphrase });
  } catch {
    throw new WarehouseError("Could not deserialize key data", badKey);
  }
}

/** Fingerprint of the public key in Snowflake's notation: `SHA256:…`. */
export const fingerprintOf = (key: KeyObject): string => {
  const publicHalf = createPublicKey(key).export({ type: "spki", format: "der" });
  return `SHA256:${createHash("sha256").update(publicHalf).digest("base64")}`;
};

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

export function signedToken(key: KeyObject, claims: object, header: object = {}): string {
  const content = `${encoded({ alg: "RS256", typ: "JWT", ...header })}.${encoded(claims)}`;
  return `${content}.${sign("RSA-SHA256", Buffer.from(content), key).toString("base64url")}`;
}

/**
 * Seconds since the epoch, 30 s in the past: if our clock is slightly ahead of the engine's, the token must not seem to
 * be from the future.
 */
export const issuedAt = () => Math.floor(Date.now() / 1000) - 30;
