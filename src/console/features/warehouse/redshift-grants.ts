// Redshift: a user that only reads, with a password that the driver knows, and a schema of its own where rows are staged.
import { quoted, type Fill, type Scripts } from "./grant-script.ts";

export function redshiftGrants(fill: Fill, seconds: number): Scripts {
  const user = quoted(fill("username", "assay"));
  const name = fill("username", "assay").replaceAll("'", "''");
  const staging = fill("stagingSchema", "");
  return {
    Grant: [
      "-- <hash>: MD5, as hexadecimal digits, of the password followed by the name of the user.",
      `create user ${user} password 'md5<hash>' syslog access restricted;`,
      `grant usage on schema public to ${user};`,
      `grant select on public.events to ${user};  -- one line for each table`,
      `alter user ${user} set statement_timeout to ${seconds * 1000};`,
      ...(staging
        ? [
            `create schema ${quoted(staging)};`,
            `grant usage, create on schema ${quoted(staging)} to ${user};`,
          ]
        : []),
    ],
    Verify: [
      "-- uses and reads are true, writes is false.",
      `select has_schema_privilege('${name}', 'public', 'usage') as uses, has_table_privilege('${name}', 'public.events', 'select') as reads,`,
      `  has_table_privilege('${name}', 'public.events', 'insert') as writes;`,
    ],
    Revoke: [
      ...(staging ? [`drop schema ${quoted(staging)} cascade;`] : []),
      `revoke select on public.events from ${user};`,
      `revoke usage on schema public from ${user};`,
      `drop user ${user};`,
    ],
  };
}
