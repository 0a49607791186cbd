// Hashes names in responses to browsers, so that a response does not reveal what is being built.
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

export const nameHashes = ["djb2", "none", "sha256"] as const;
export type NameHash = (typeof nameHashes)[number];

function djb2(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return String(hash >>> 0);
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64-encodes 32 bytes. */
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (const shift of [18, 12, 6, 0]) text += digits[(three >> shift) & 63];
  }
  return `${text.slice(0, -1)}=`;
}

/** Returns a name in the form in which libraries look it up. */
export function hashedName(name: string, by: NameHash): string {
  if (by === "none") return name;
  return by === "djb2" ? djb2(name) : base64(sha256(utf8ToBytes(name)));
}
