// Detects keys and certificates that are well-formed but unusable, so that a bad one cannot replace a good one.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { z } from "zod/mini";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { PlainSettings } from "#service/warehouse/open-client.ts";

export interface KeyProblem {
  field: string;
  message: string;
}
type Look = (text: (name: string) => string | undefined) => Promise<KeyProblem | undefined>;

const unreadable = "It is no private key that can be read";

function opens(key: string, passphrase: string | undefined): boolean {
  try {
    createPrivateKey(passphrase === undefined ? { key } : { key, passphrase });
    return true;
  } catch {
    return false;
  }
}

const snowflake: Look = async (text) => {
  const [key, passphrase] = [text("privateKey"), text("keyPassPhrase")];
  if (key === undefined || opens(key, passphrase)) return undefined;
  if (!key.includes("ENCRYPTED")) return { field: "privateKey", message: unreadable };
  const message =
    passphrase === undefined
      ? "The private key is encrypted: its pass phrase is needed"
      : "It does not open the private key";
  return { field: "keyPassPhrase", message };
};

const ServiceAccount = z.looseObject({ private_key: z.string() });

const bigquery: Look = async (text) => {
  const key = text("privateKey");
  if (key === undefined || opens(ServiceAccount.parse(JSON.parse(key)).private_key, undefined))
    return undefined;
  return { field: "privateKey", message: "The private_key in it is none that can be read" };
};

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}

const certificate: Look = async (text) => {
  const given = text("certificateAuthority");
  const isRead = given === undefined || isCertificate(given);
  return isRead
    ? undefined
    : { field: "certificateAuthority", message: "It is no certificate that can be read" };
};

const redshift: Look = async (text) => {
  const [key, publicKey] = [text("sshPrivateKey"), text("sshPublicKey")];
  const problem = await certificate(text);
  if (problem || (key === undefined && publicKey === undefined)) return problem;
  const { default: ssh } = await import("ssh2");
  const own = key === undefined ? undefined : ssh.utils.parseKey(key);
  if (own instanceof Error) {
    const isEncrypted = /encrypted|passphrase/i.test(own.message);
    const message = isEncrypted ? "It has a pass phrase: give the key without one" : unreadable;
    return { field: "sshPrivateKey", message };
  }
  const other = publicKey === undefined ? undefined : ssh.utils.parseKey(publicKey);
  if (other instanceof Error)
    return { field: "sshPublicKey", message: "It is no public key that can be read" };
  const isPair = !own || !other || own.getPublicSSH().equals(other.getPublicSSH());
  return isPair
    ? undefined
    : { field: "sshPublicKey", message: "It is not the public half of the SSH private key" };
};

const looks: Partial<Record<WarehouseProvider, Look>> = {
  snowflake,
  bigquery,
  redshift,
  postgres: certificate,
};

/** Returns the first problem with the keys among all settings, including stored ones. */
export const keyProblem = async (
  provider: WarehouseProvider,
  settings: PlainSettings,
): Promise<KeyProblem | undefined> =>
  looks[provider]?.((name) => {
    const value = settings[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  });
