// Databricks: reading table by table, a schema of its own, and CAN USE on the SQL warehouse.
import { ticked, type Fill, type Scripts } from "./grant-script.ts";

export function databricksGrants(fill: Fill, seconds: number): Scripts {
  const principal = `\`${fill("oauthClientID", "<application id or e-mail>").replaceAll("`", "")}\``;
  const staging = fill("stagingDatabase", "");
  const own = staging && ticked(staging.includes(".") ? staging : `shop.${staging}`);
  const catalog = own && own.split(".")[0];
  const warehouse = fill("path", "").split("/").at(-1);
  return {
    Grant: [
      `grant use catalog on catalog shop to ${principal};  -- the one that holds the data`,
      `grant use schema on schema shop.analytics to ${principal};`,
      `grant select on table shop.analytics.events to ${principal};  -- one line for each table`,
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
      `show grants ${principal} on schema shop.analytics;`,
      `show grants ${principal} on table shop.analytics.events;`,
      ...(own ? [`show grants ${principal} on schema ${own};`] : []),
    ],
    Revoke: [
      `revoke select on table shop.analytics.events from ${principal};`,
      `revoke use schema on schema shop.analytics from ${principal};`,
      `revoke use catalog on catalog shop from ${principal};`,
      ...(own ? [`drop schema if exists ${own} cascade;`] : []),
      `-- Then take CAN USE away${warehouse ? ` from warehouse ${warehouse}` : ""}, and delete the secret or the token.`,
    ],
  };
}
