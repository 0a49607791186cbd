// Codes of networks, SSH hosts, PostgreSQL and Trino: checks the sentence, the field it belongs to, and who can fix it.
import { expect, test } from "vitest";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { tunnelMessages } from "#service/warehouse/messages/aws-messages.ts";
import type { Who } from "#service/warehouse/messages/known-message.ts";
import { commonMessages, explain } from "#service/warehouse/messages/known-messages.ts";

const admin = "warehouse admin";

/** Codes of the network, of TLS, of the drivers, and of engines, as they report them. */
const codes: readonly (readonly [
  provider: WarehouseProvider,
  code: string,
  message: string,
  sentence: RegExp,
  field: string | undefined,
  who: Who,
])[] = [
  [
    "redshift",
    "SSH_CONNECT",
    "connect ECONNREFUSED 192.0.2.1:22",
    /SSH host does not answer/,
    "sshHost",
    "network",
  ],
  ["redshift", "SSH_HOST_KEY", "The host shows the key SHA256:x.", /another key/, "sshHostKey", admin],
  [
    "redshift",
    "SSH_SIGN_IN",
    "All configured authentication methods failed",
    /authorized_keys/,
    "sshUsername",
    admin,
  ],
  [
    "redshift",
    "SSH_KEY",
    "Cannot parse privateKey: Unsupported key format",
    /cannot be read/,
    "sshPrivateKey",
    "you",
  ],
  [
    "redshift",
    "SSH_PROHIBITED",
    "(SSH) Channel open failure: Administratively prohibited",
    /AllowTcpForwarding/,
    "sshUsername",
    admin,
  ],
  [
    "redshift",
    "SSH_FORWARD",
    "(SSH) Channel open failure: Connection refused",
    /nothing answers it/,
    "host",
    "network",
  ],
  ["redshift", "BAD_KEY", "Could not deserialize key data", /lost its first or last line/, undefined, "you"],
  ["redshift", "ENOTFOUND", "getaddrinfo ENOTFOUND shop.example", /No computer has this name/, "host", "you"],
  ["postgres", "ECONNREFUSED", "connect ECONNREFUSED 192.0.2.1:5432", /Nothing listens/, "port", "network"],
  ["postgres", "ETIMEDOUT", "connect ETIMEDOUT 192.0.2.1:5432", /Nobody answered/, "host", "network"],
  [
    "redshift",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "self-signed certificate in certificate chain",
    /do not switch the check off/,
    "certificateAuthority",
    admin,
  ],
  [
    "trino",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "self-signed certificate in certificate chain",
    /NODE_EXTRA_CA_CERTS/,
    "host",
    "you",
  ],
  [
    "redshift",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "Hostname/IP does not match certificate's altnames",
    /another name/,
    "host",
    "you",
  ],
  ["postgres", "CERT_HAS_EXPIRED", "certificate has expired", /has expired/, "host", admin],
  [
    "postgres",
    "NO_TLS",
    "The server does not support SSL connections",
    /does not offer TLS/,
    "useTls",
    admin,
  ],
  [
    "postgres",
    "28000",
    'no pg_hba.conf entry for host "192.0.2.7", user "assay", database "shop", SSL off',
    /without TLS/,
    "useTls",
    admin,
  ],
  [
    "postgres",
    "28P01",
    'password authentication failed for user "assay"',
    /with this password/,
    "password",
    "you",
  ],
  [
    "postgres",
    "",
    "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string",
    /none is given/,
    "password",
    "you",
  ],
  ["redshift", "", "Unknown authenticationOk message type 13", /SHA-256/, "password", admin],
  ["postgres", "28000", 'role "assay" does not exist', /no such user/, "username", "you"],
  ["postgres", "3D000", 'database "shop" does not exist', /no database/, "database", "you"],
  ["redshift", "42501", "permission denied for relation events", /grant script/, "username", admin],
  [
    "postgres",
    "25006",
    "cannot execute CREATE TABLE in a read-only transaction",
    /transactions are read-only/,
    "stagingSchema",
    admin,
  ],
  ["postgres", "42P01", 'relation "nowhere" does not exist', /no table/, undefined, "you"],
  [
    "postgres",
    "57014",
    "canceling statement due to statement timeout",
    /longer than the limit/,
    undefined,
    admin,
  ],
  [
    "trino",
    "BYTE_LIMIT",
    "It would read 2 TB; a statement may read 200 GB.",
    /^It would read 2 TB.*Narrow the dates/,
    undefined,
    "you",
  ],
  ["trino", "EXCEEDED_SCAN_LIMIT", "Exceeded scan limit of 1kB", /read 1 kB/, undefined, "you"],
  ["postgres", "53300", "sorry, too many clients already", /no connection free/, undefined, admin],
  [
    "trino",
    "PASSWORD_WITHOUT_TLS",
    "A password is sent over TLS only.",
    /readable on the way/,
    "useTls",
    "you",
  ],
  ["trino", "401", "Unauthorized", /with this password/, "password", "you"],
  ["trino", "CATALOG_NOT_FOUND", "line 1:1: Catalog 'lake' not found", /no catalog/, "catalog", "you"],
  ["trino", "SCHEMA_NOT_FOUND", "line 1:15: Schema 'raw' does not exist", /no schema/, "schema", "you"],
  [
    "trino",
    "PERMISSION_DENIED",
    "Access Denied: Cannot select from table",
    /grant script/,
    "username",
    admin,
  ],
  ["trino", "404", "Trino answered with status 404.", /no Trino/, "host", "you"],
];
test.each(codes)("%s %s %s", (provider, code, message, sentence, field, who) => {
  const explained = explain(provider, code, message);
  expect(explained).toMatchObject({ sentence: expect.stringMatching(sentence), who });
  expect(explained?.field).toBe(field);
});

test("every message has a code of its own", () => {
  const list = [...tunnelMessages, ...commonMessages];
  const met = new Set(
    codes.map(([provider, code, message]) =>
      list.find(
        ({ pattern, providers }) =>
          (!providers || providers.includes(provider)) && pattern.test(`${code} ${message}`),
      ),
    ),
  );
  expect(list.filter((one) => !met.has(one)).map(({ pattern }) => String(pattern))).toEqual([]);
});
