// Scripts for Snowflake: a read-only role, a user with key-pair authentication, and a small separate warehouse.
import { exampleLineNote, readOf, type Fill, type Scripts } from "./grant-script.ts";

/** Quotes a name, unless it is a plain identifier or already quoted. */
const named = (name: string) =>
  /^([A-Za-z_][A-Za-z0-9_$]*|"[^"]+")$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

export function snowflakeGrants(fill: Fill, seconds: number, tables: readonly string[]): Scripts {
  const read = readOf(tables, "SHOP.ANALYTICS.EVENTS");
  const role = "ASSAY_ROLE";
  const user = named(fill("serviceUserName", "ASSAY_USER"));
  const warehouse = named(fill("computeWarehouse", "ASSAY_WH"));
  const console = fill("consoleComputeWarehouse", "");
  const database = fill("stagingDatabaseName", "");
  const own = database ? `${named(database)}.${named(fill("stagingSchemaName", "ASSAY"))}` : undefined;
  return {
    Grant: [
      `create role if not exists ${role};`,
      `create user if not exists ${user} type = service default_role = ${role};`,
      `alter user ${user} set rsa_public_key = '<public key, without its first and last line>';`,
      `grant role ${role} to user ${user};`,
      `create warehouse if not exists ${warehouse} warehouse_size = xsmall auto_suspend = 60`,
      `  initially_suspended = true statement_timeout_in_seconds = ${seconds};`,
      `grant usage on warehouse ${warehouse} to role ${role};`,
      ...(console ? [`grant usage on warehouse ${named(console)} to role ${role};`] : []),
      ...read.catalogs.map(
        (name) => `grant usage on database ${name} to role ${role};  -- it holds the data`,
      ),
      ...read.schemas.map((schema) => `grant usage on schema ${schema} to role ${role};`),
      ...read.tables.map(
        (table) => `grant select on table ${table} to role ${role};${exampleLineNote(tables)}`,
      ),
      ...(own
        ? [
            `grant usage on database ${named(database)} to role ${role};`,
            `create schema if not exists ${own};`,
            `grant usage, create table on schema ${own} to role ${role};`,
          ]
        : []),
    ],
    Verify: [`show grants to role ${role};`, `show grants to user ${user};`, `describe user ${user};`],
    Revoke: [
      ...(own ? [`drop schema if exists ${own};`] : []),
      `drop user if exists ${user};`,
      `drop role if exists ${role};`,
      `drop warehouse if exists ${warehouse};  -- where nobody else uses it`,
    ],
  };
}
