// Scripts for Redshift: a read-only user with a password for the driver, and a separate schema for staged rows.
import { exampleLineNote, quoted, readOf, type Fill, type Scripts } from "./grant-script.ts";

export function redshiftGrants(fill: Fill, seconds: number, tables: readonly string[]): Scripts {
  const read = readOf(tables, "public.events", ["public"]);
  const user = quoted(fill("username", "assay"));
  const name = fill("username", "assay").replaceAll("'", "''");
  const staging = fill("stagingSchema", "");
  return {
    Grant: [
      "-- <hash>: MD5, as hexadecimal digits, of the password followed by the name of the user.",
      `create user ${user} password 'md5<hash>' syslog access restricted;`,
      ...read.schemas.map((schema) => `grant usage on schema ${schema} to ${user};`),
      ...read.tables.map((table) => `grant select on ${table} to ${user};${exampleLineNote(tables)}`),
      `alter user ${user} set statement_timeout to ${seconds * 1000};`,
      ...(staging
        ? [
            `create schema ${quoted(staging)};`,
            `grant usage, create on schema ${quoted(staging)} to ${user};`,
          ]
        : []),
    ],
    Verify: [
      "-- reads is true, writes is false.",
      ...read.tables.flatMap((table) => [
        `select has_table_privilege('${name}', '${table}', 'select') as reads,`,
        `  has_table_privilege('${name}', '${table}', 'insert') as writes;`,
      ]),
    ],
    Revoke: [
      ...(staging ? [`drop schema ${quoted(staging)} cascade;`] : []),
      ...read.tables.map((table) => `revoke select on ${table} from ${user};`),
      ...read.schemas.map((schema) => `revoke usage on schema ${schema} from ${user};`),
      `drop user ${user};`,
    ],
  };
}
