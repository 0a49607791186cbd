// Plain sentences for cryptic messages of engines and networks. Unknown messages are shown unchanged.
import { awsMessages, tunnelMessages } from "./aws-messages.ts";
import { warehouseFields, type WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { PlainSettings } from "#service/warehouse/open-client.ts";
import { bigQueryMessages } from "./bigquery-messages.ts";
import { databricksMessages } from "./databricks-messages.ts";
import type { Explained, Known } from "./known-message.ts";
import { snowflakeMessages } from "./snowflake-messages.ts";

const onPostgres = ["postgres", "redshift"] as const;

const unknownAuthority = /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)/;

const howToReadLess = "Narrow the dates, or raise the limit on the page Warehouse.";

/** Messages of networks, of TLS, and of engines that have no list of their own. */
export const commonMessages: readonly Known[] = [
  {
    pattern: /^BAD_KEY/,
    sentence:
      "The key cannot be read: it lost its first or last line, or the pass phrase is not the one of this key.",
    field: "privateKey",
    who: "you",
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN/,
    sentence:
      "No computer has this name. Look for a slip in it; a name of a private network is known only there.",
    field: "host",
    who: "you",
  },
  {
    pattern: /ECONNREFUSED/,
    sentence: "Nothing listens at this port of the host.",
    field: "port",
    who: "network",
  },
  {
    pattern: /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|timeout expired|TimeoutError/,
    sentence:
      "Nobody answered in time. A firewall between this service and the host most often does that: let this service's address in.",
    field: "host",
    who: "network",
  },
  {
    pattern: unknownAuthority,
    providers: onPostgres,
    sentence: (_, { certificateAuthority }) =>
      certificateAuthority
        ? "The authority whose certificate is given here did not sign the one of the host. Give that of the one that did; do not switch the check off."
        : "The certificate is signed by an authority that is not known here. Give its certificate; do not switch the check off.",
    field: "certificateAuthority",
    who: "warehouse admin",
  },
  {
    pattern: unknownAuthority,
    sentence:
      "The certificate is signed by an authority that is not known here. Put its certificate into a file and start this service with NODE_EXTRA_CA_CERTS naming it.",
    field: "host",
    who: "you",
  },
  {
    pattern: /ERR_TLS_CERT_ALTNAME_INVALID/,
    sentence:
      "The certificate is for another name than this host has. Use the name that stands in the certificate.",
    field: "host",
    who: "you",
  },
  {
    pattern: /CERT_HAS_EXPIRED/,
    sentence: "The certificate of the host has expired.",
    field: "host",
    who: "warehouse admin",
  },
  {
    pattern: /does not support SSL|NO_TLS/,
    sentence:
      "The server does not offer TLS. Switch it on there, or connect without it inside a network of your own.",
    field: "useTls",
    who: "warehouse admin",
  },
  {
    pattern: /no pg_hba\.conf entry/,
    sentence: "The server lets nobody in from this address, under this name or without TLS.",
    field: "useTls",
    who: "warehouse admin",
  },
  {
    pattern: /client password must be a string/,
    sentence: "The server asks for a password, and none is given.",
    field: "password",
    who: "you",
  },
  {
    pattern: /28P01|SASL/,
    sentence: "The server does not accept this user name with this password.",
    field: "password",
    who: "you",
  },
  {
    pattern: /Unknown authenticationOk message type 13/,
    providers: ["redshift"],
    sentence:
      "This Redshift user has a SHA-256 password, which cannot be used here: set an MD5 one, or sign in by role.",
    field: "password",
    who: "warehouse admin",
  },
  {
    pattern: /^28000/,
    sentence: "There is no such user, or it may not sign in.",
    field: "username",
    who: "you",
  },
  { pattern: /^3D000/, sentence: "There is no database of this name.", field: "database", who: "you" },
  {
    pattern: /^42501/,
    providers: onPostgres,
    sentence: "The user lacks this right. Run the grant script, and test again.",
    field: "username",
    who: "warehouse admin",
  },
  {
    pattern: /^25006/,
    providers: onPostgres,
    sentence: "The user's transactions are read-only, so that it cannot write to the staging schema.",
    field: "stagingSchema",
    who: "warehouse admin",
  },
  { pattern: /^42P01/, sentence: "There is no table of this name.", who: "you" },
  {
    pattern: /^(57014|DEADLINE|EXCEEDED_TIME_LIMIT)/,
    sentence: "It took longer than the limit.",
    who: "warehouse admin",
  },
  {
    pattern: /^BYTE_LIMIT (.+)/,
    sentence: ([, said]) => `${said} ${howToReadLess}`,
    who: "you",
  },
  {
    pattern: /Exceeded scan limit of ([\d.]+)([kMGT]?B)/,
    providers: ["trino"],
    sentence: ([, count, unit]) =>
      `The cluster stopped it when it had read ${count} ${unit}, the limit of a statement. ${howToReadLess}`,
    who: "you",
  },
  {
    pattern: /^53300/,
    sentence: "The server has no connection free. Its limit is reached by others.",
    who: "warehouse admin",
  },
  {
    pattern: /PASSWORD_WITHOUT_TLS/,
    sentence: "A password would be readable on the way: connect by TLS, or leave the password empty.",
    field: "useTls",
    who: "you",
  },
  {
    pattern: /^401/,
    providers: ["trino"],
    sentence: "The cluster does not accept this user name with this password.",
    field: "password",
    who: "you",
  },
  {
    pattern: /^CATALOG_NOT_FOUND/,
    sentence: "There is no catalog of this name.",
    field: "catalog",
    who: "you",
  },
  { pattern: /^SCHEMA_NOT_FOUND/, sentence: "There is no schema of this name.", field: "schema", who: "you" },
  {
    pattern: /^PERMISSION_DENIED/,
    providers: ["trino"],
    sentence: "The user lacks this right. Run the grant script, and test again.",
    field: "username",
    who: "warehouse admin",
  },
  {
    pattern: /^(404|405)/,
    providers: ["trino"],
    sentence: "Something answers at this address, but it is no Trino.",
    field: "host",
    who: "you",
  },
];

const known: readonly Known[] = [
  ...tunnelMessages,
  ...awsMessages,
  ...snowflakeMessages,
  ...databricksMessages,
  ...bigQueryMessages,
  ...commonMessages,
];

export function explain(
  provider: WarehouseProvider,
  code: string,
  message: string,
  settings: PlainSettings = {},
): Explained | undefined {
  for (const { pattern, providers, sentence, field, who } of known) {
    const found = !providers || providers.includes(provider) ? pattern.exec(`${code} ${message}`) : null;
    if (!found) continue;
    const isField = warehouseFields(provider).some(({ name }) => name === field);
    return {
      sentence: typeof sentence === "string" ? sentence : sentence(found, settings),
      who,
      ...(field && isField ? { field } : {}),
    };
  }
  return undefined;
}
