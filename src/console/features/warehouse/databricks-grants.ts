// Scripts for Databricks: read access per table, a separate schema, and CAN USE on the SQL warehouse.
import { exampleLineNote, readOf, backquoted, type Fill, type Scripts } from "./grant-script.ts";

export function databricksGrants(fill: Fill, seconds: number, tables: readonly string[]): Scripts {
  const read = readOf(tables, "shop.analytics.events");
  const principal = `\`${fill("oauthClientID", "<application id or e-mail>").replaceAll("`", "")}\``;
  const staging = fill("stagingDatabase", "");
  const own = staging && backquoted(staging.includes(".") ? staging : `shop.${staging}`);
  const catalog = own && own.split(".")[0];
  const warehouse = fill("path", "").split("/").at(-1);
  return {
    Grant: [
      ...read.catalogs.map(
        (name) => `grant use catalog on catalog ${name} to ${principal};  -- it holds the data`,
      ),
      ...read.schemas.map((schema) => `grant use schema on schema ${schema} to ${principal};`),
      ...read.tables.map(
        (table) => `grant select on table ${table} to ${principal};${exampleLineNote(tables)}`,
      ),
      ...(own
        ? [
            `create schema if not exists ${own};`,
            `grant use catalog on catalog ${catalog} to ${principal};`,
            `grant use schema, create table on schema ${own} to ${principal};`,
          ]
        : []),
      `-- And CAN USE on ${warehouse ? `SQL warehouse ${warehouse}` : "the SQL warehouse"}, in its permissions.`,
      `-- A limit that holds without this service: STATEMENT_TIMEOUT ${seconds} among the SQL parameters of the workspace.`,
    ],
    Verify: [
      ...read.schemas.map((schema) => `show grants ${principal} on schema ${schema};`),
      ...read.tables.map((table) => `show grants ${principal} on table ${table};`),
      ...(own ? [`show grants ${principal} on schema ${own};`] : []),
    ],
    Revoke: [
      ...read.tables.map((table) => `revoke select on table ${table} from ${principal};`),
      ...read.schemas.map((schema) => `revoke use schema on schema ${schema} from ${principal};`),
      ...read.catalogs.map((name) => `revoke use catalog on catalog ${name} from ${principal};`),
      ...(own ? [`drop schema if exists ${own} cascade;`] : []),
      `-- Then take CAN USE away${warehouse ? ` from warehouse ${warehouse}` : ""}, and delete the secret or the token.`,
    ],
  };
}
