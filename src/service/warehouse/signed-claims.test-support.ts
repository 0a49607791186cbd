// Test support: verifies a signed token as a vendor does, and returns its claims if the signature is valid.
import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { z } from "zod/mini";

const Claims = z.looseObject({ iss: z.string(), iat: z.number(), exp: z.number() });

export function claimsOf(token: string, publicKey: KeyObject): z.infer<typeof Claims> | undefined {
  const [header = "", content = "", signature = ""] = token.split(".");
  const isSigned = verify(
    "RSA-SHA256",
    Buffer.from(`${header}.${content}`),
    createPublicKey(publicKey.export({ type: "spki", format: "pem" })),
    Buffer.from(signature, "base64url"),
  );
  return isSigned ? Claims.parse(JSON.parse(Buffer.from(content, "base64url").toString())) : undefined;
}
