// Messages of Databricks, and what they mean for the user who configured the connection.
import type { Known } from "./known-message.ts";

const providers = ["databricks"] as const;

export const databricksMessages: readonly Known[] = [
  {
    pattern: /blocked by Databricks IP ACL/,
    providers,
    sentence: "The IP access list of the workspace does not let this service's address in.",
    field: "host",
    who: "warehouse admin",
  },
  {
    pattern:
      /Invalid (access )?token|token (is|has been|was)? ?(expired|revoked)|^401 Credential was not sent/i,
    providers,
    sentence: "The token has expired or was revoked: make a new one.",
    field: "accessToken",
    who: "you",
  },
  {
    pattern: /^(invalid_client|unauthorized_client)/,
    providers,
    sentence:
      "Databricks does not know this client ID with this secret. A secret ends after two years at most.",
    field: "oauthClientID",
    who: "you",
  },
  {
    pattern: /(permission|authorized) to (use|access|view|monitor)\b.*(warehouse|endpoint)|CAN_?USE/i,
    providers,
    sentence: "CAN USE is missing on the SQL warehouse: give it in the permissions of the warehouse.",
    field: "path",
    who: "warehouse admin",
  },
  {
    pattern: /^NO_WAREHOUSE_PATH/,
    providers,
    sentence:
      "This path is not the one of a SQL warehouse. Clusters for all purposes cannot be used here: take the path of a SQL warehouse, /sql/1.0/warehouses/….",
    field: "path",
    who: "you",
  },
  {
    pattern:
      /^(RESOURCE_DOES_NOT_EXIST|ENDPOINT_NOT_FOUND|NOT_FOUND)|warehouse .*(does not exist|not found)/i,
    providers,
    sentence: "The workspace has no SQL warehouse with this path.",
    field: "path",
    who: "you",
  },
  {
    pattern: /(?:INSUFFICIENT_PERMISSIONS|PERMISSION_DENIED).*User does not have (.+?) on ([^.]+?'[^']+')/s,
    providers,
    sentence: ([, right, name]) => `${right} on ${name} is missing: grant it, and test again.`,
    field: "oauthClientID",
    who: "warehouse admin",
  },
  {
    pattern:
      /^(TABLE_OR_VIEW_NOT_FOUND|SCHEMA_NOT_FOUND|NO_SUCH_CATALOG_EXCEPTION)[\s\S]*?(`[^ ]+`)?(?= cannot be found|$)/,
    providers,
    sentence: ([, , name]) =>
      `${name ?? "What the statement names"} does not exist, or may not be seen. Look for a slip, or run the grant script.`,
    who: "you",
  },
  {
    pattern: /^TRUNCATED|exceeds? .*25 ?MiB/i,
    providers,
    sentence: "The answer is larger than the 25 MiB that Databricks sends.",
    who: "you",
  },
  {
    pattern: /^40[45] |^404$/,
    providers,
    sentence: "Something answers at this address, but it is no Databricks workspace.",
    field: "host",
    who: "you",
  },
];
