// Fingerprints by which secrets can be told apart without revealing them. For a key it is the vendor's fingerprint, so
// that the two can be compared.
import { createHash, createHmac } from "node:crypto";
import { z } from "zod/mini";
import { secretFields, type WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { PlainSettings } from "#service/warehouse/open-client.ts";
import { fingerprintOf, readPrivateKey } from "#service/warehouse/signed-token.ts";

const ServiceAccount = z.looseObject({ client_email: z.string(), private_key_id: z.optional(z.string()) });

/** Fingerprint in OpenSSH's notation. */
async function ofSshKey(text: string): Promise<string> {
  const { default: ssh } = await import("ssh2");
  const key = ssh.utils.parseKey(text);
  if (key instanceof Error) throw key;
  return `SHA256:${createHash("sha256").update(key.getPublicSSH()).digest("base64").replace(/=+$/, "")}`;
}

async function ofKey(
  provider: WarehouseProvider,
  name: string,
  settings: PlainSettings,
): Promise<string | undefined> {
  const text = String(settings[name]);
  const { keyPassPhrase } = settings;
  if (provider === "snowflake" && name === "privateKey")
    return fingerprintOf(readPrivateKey(text, typeof keyPassPhrase === "string" ? keyPassPhrase : undefined));
  if (provider === "redshift" && name === "sshPrivateKey") return ofSshKey(text);
  if (provider !== "bigquery" || name !== "privateKey") return undefined;
  const { client_email: account, private_key_id: id } = ServiceAccount.parse(JSON.parse(text));
  return id === undefined ? undefined : `${id} of ${account}`;
}

// Choice: the fingerprint of a key is the vendor's; that of a password or token can be computed only by this service, since a plain hash gives a short secret away.
/** Returns the fingerprints of the existing secrets, by name. */
export async function fingerprintsOf(
  provider: WarehouseProvider,
  settings: PlainSettings,
  secretsKey: Buffer,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of secretFields(provider)) {
    const value = settings[name];
    if (typeof value !== "string" || value === "") continue;
    const sealed = createHmac("sha256", secretsKey).update(`${provider}.${name}\0${value}`).digest("hex");
    // A key that cannot be parsed has no vendor fingerprint.
    found[name] = (await ofKey(provider, name, settings).catch(() => undefined)) ?? sealed.slice(0, 8);
  }
  return found;
}
