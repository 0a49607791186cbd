// Encrypts stored secrets: AES-256-GCM with a random IV per value, bound to the field it belongs to. Nothing here is ever logged.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";

/** Encrypts a value, bound to the place where it is stored, such as `snowflake.privateKey`; returns base64 of IV, tag and ciphertext. */
export function encryptSecret(key: Buffer, place: string, value: string): string {
  const iv = randomBytes(12);
  const encryption = createCipheriv(cipher, key, iv).setAAD(Buffer.from(place));
  const text = Buffer.concat([encryption.update(value, "utf8"), encryption.final()]);
  return Buffer.concat([iv, encryption.getAuthTag(), text]).toString("base64");
}

/** Decrypts a value; throws if the key, the place or the text differs from those it was stored with. */
export function decryptSecret(key: Buffer, place: string, stored: string): string {
  const bytes = Buffer.from(stored, "base64");
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decryption.update(bytes.subarray(28)), decryption.final()]).toString("utf8");
}
