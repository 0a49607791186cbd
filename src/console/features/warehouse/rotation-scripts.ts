// Scripts that replace a credential without downtime: add the new one, test and save it in the console, then remove the old one.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { quoted, type Fill } from "./grant-script.ts";

const between =
  "Type the new one in the form, test it and save. Statements that run go on with the old one; when they have ended:";

/** Name of the user that replaces this one. */
const second = (name: string) => `${name}_2`;

function postgres(fill: Fill, seconds: number) {
  const name = fill("username", "assay");
  const [user, next] = [quoted(name), quoted(second(name))];
  return [
    `create role ${next} login in role ${user};  -- then: \\password ${next}`,
    `alter role ${next} set statement_timeout = '${seconds}s';`,
    ...(fill("stagingSchema", "") ? [] : [`alter role ${next} set default_transaction_read_only = on;`]),
    `-- ${between}`,
    `alter role ${user} nologin;`,
  ];
}

function redshift(fill: Fill, seconds: number) {
  const name = fill("username", "assay");
  const [user, next, staging] = [quoted(name), quoted(second(name)), fill("stagingSchema", "")];
  return [
    `create user ${next} password 'md5<hash>' syslog access restricted;`,
    `grant usage on schema public to ${next};`,
    `grant select on public.events to ${next};  -- one line for each table`,
    `alter user ${next} set statement_timeout to ${seconds * 1000};`,
    ...(staging ? [`grant usage, create on schema ${quoted(staging)} to ${next};`] : []),
    `-- ${between}`,
    `alter user ${user} password disable;`,
  ];
}

function snowflake(fill: Fill) {
  const user = fill("serviceUserName", "ASSAY_USER");
  const named = /^[A-Za-z_][A-Za-z0-9_$]*$/.test(user) ? user : `"${user.replaceAll('"', '""')}"`;
  return [
    `alter user ${named} set rsa_public_key_2 = '<new public key, without its first and last line>';`,
    `describe user ${named};  -- RSA_PUBLIC_KEY_2_FP is the fingerprint that the test shows`,
    `-- ${between}`,
    `alter user ${named} unset rsa_public_key;  -- the next time the other way round`,
  ];
}

const account = "<client_email of the key>";

const scripts: Readonly<Record<WarehouseProvider, (fill: Fill, seconds: number) => readonly string[]>> = {
  postgres,
  redshift,
  snowflake,
  bigquery: () => [
    `-- gcloud iam service-accounts keys create key.json --iam-account=${account}`,
    `-- ${between}`,
    `-- gcloud iam service-accounts keys delete <id of the old key> --iam-account=${account}`,
  ],
  databricks: () => [
    "-- Generate a second secret of the service principal, in its settings.",
    `-- ${between}`,
    "-- Delete the first secret there.",
  ],
  trino: () => [
    "-- Users stand in the cluster's password file: add a second one with the same grants.",
    `-- ${between}`,
    "-- Take the first one out.",
  ],
  athena: () => [
    "# A role has no key. To replace it, make a second one by the grant script under another name.",
    `# ${between}`,
    "# Delete the first one by the revoke script.",
  ],
};

export const rotation = (provider: WarehouseProvider, fill: Fill, seconds: number) =>
  scripts[provider](fill, seconds);
