// The scripts by which an admin lets the service read, sees its rights, and takes them away again; filled from the form.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";

export const scriptNames = ["Grant", "Verify", "Revoke"] as const;
export type ScriptName = (typeof scriptNames)[number];

/** A setting by its name; the second text stands where it is empty. */
type Fill = (name: string, otherwise: string) => string;
type Scripts = Readonly<Record<ScriptName, readonly string[]>>;

/** In quotation marks where it is not a plain name. */
const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
const snow = (name: string) =>
  /^[A-Za-z_][A-Za-z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
const ticked = (name: string) => `\`${name.replaceAll("`", "")}\``;

function postgres(fill: Fill, seconds: number): Scripts {
  const [user, database, schema, staging] = [
    quoted(fill("username", "assay")),
    quoted(fill("database", "shop")),
    quoted(fill("schema", "public")),
    fill("stagingSchema", ""),
  ];
  const own = staging ? quoted(staging) : undefined;
  return {
    Grant: [
      `create role ${user} login;  -- then: \\password ${user}`,
      `grant connect on database ${database} to ${user};`,
      `grant usage on schema ${schema} to ${user};`,
      `grant select on all tables in schema ${schema} to ${user};  -- or one by one`,
      `alter role ${user} set statement_timeout = '${seconds}s';`,
      ...(own
        ? [`create schema ${own} authorization ${user};`]
        : [`alter role ${user} set default_transaction_read_only = on;`]),
    ],
    Verify: [
      `select rolname, rolsuper, rolcreatedb, rolconfig from pg_roles where rolname = '${fill("username", "assay").replaceAll("'", "''")}';`,
      `select table_schema, table_name, privilege_type from information_schema.role_table_grants where grantee = '${fill("username", "assay").replaceAll("'", "''")}';`,
    ],
    Revoke: [
      ...(own ? [`drop schema ${own} cascade;`] : []),
      `revoke all on all tables in schema ${schema} from ${user};`,
      `revoke all on schema ${schema} from ${user};`,
      `revoke connect on database ${database} from ${user};`,
      `drop role ${user};`,
    ],
  };
}

function trino(fill: Fill): Scripts {
  const [user, catalog, schema, staging] = [
    quoted(fill("username", "assay")),
    quoted(fill("catalog", "hive")),
    quoted(fill("schema", "shop")),
    fill("stagingSchema", ""),
  ];
  const own = staging ? `${catalog}.${quoted(staging)}` : undefined;
  return {
    Grant: [
      "-- Where the catalog keeps rights; elsewhere they stand in the cluster's access control file.",
      `grant select on ${catalog}.${schema}.events to user ${user};  -- one line for each table`,
      ...(own ? [`create schema ${own} authorization user ${user};`] : []),
    ],
    Verify: [`show grants on ${catalog}.${schema}.events;`],
    Revoke: [
      `revoke select on ${catalog}.${schema}.events from user ${user};`,
      ...(own ? [`drop schema ${own} cascade;`] : []),
    ],
  };
}

function snowflake(fill: Fill, seconds: number): Scripts {
  const [user, warehouse, database, schema] = [
    snow(fill("serviceUserName", "ASSAY_USER")),
    snow(fill("computeWarehouse", "ASSAY_WH")),
    fill("stagingDatabaseName", ""),
    fill("stagingSchemaName", "ASSAY"),
  ];
  const own = database ? `${snow(database)}.${snow(schema)}` : undefined;
  return {
    Grant: [
      "create role if not exists ASSAY_ROLE;",
      `create user if not exists ${user} type = service default_role = ASSAY_ROLE;`,
      `alter user ${user} set rsa_public_key_2 = '<public key, without its first and last line>';`,
      `grant role ASSAY_ROLE to user ${user};`,
      `create warehouse if not exists ${warehouse} warehouse_size = xsmall auto_suspend = 60`,
      `  initially_suspended = true statement_timeout_in_seconds = ${seconds};`,
      `grant usage on warehouse ${warehouse} to role ASSAY_ROLE;`,
      "grant usage on database SHOP to role ASSAY_ROLE;",
      "grant usage on schema SHOP.ANALYTICS to role ASSAY_ROLE;",
      "grant select on table SHOP.ANALYTICS.EVENTS to role ASSAY_ROLE;  -- one line for each table",
      ...(own
        ? [
            `create schema if not exists ${own};`,
            `grant usage, create table on schema ${own} to role ASSAY_ROLE;`,
          ]
        : []),
    ],
    Verify: ["show grants to role ASSAY_ROLE;", `describe user ${user};`],
    Revoke: [
      ...(own ? [`drop schema if exists ${own};`] : []),
      `drop user if exists ${user};`,
      "drop role if exists ASSAY_ROLE;",
    ],
  };
}

function bigquery(fill: Fill): Scripts {
  const [project, staging] = [fill("project", "my-project"), fill("stagingDataset", "")];
  const member = `"serviceAccount:<client_email of the key>"`;
  const dataset = `${ticked(project)}.<dataset>`;
  const own = staging ? `${ticked(project)}.${ticked(staging)}` : undefined;
  return {
    Grant: [
      `-- On the project ${fill("consoleComputeProject", project)}: the role BigQuery Job User.`,
      `grant \`roles/bigquery.dataViewer\` on schema ${dataset} to ${member};`,
      ...(own
        ? [
            `create schema if not exists ${own} options (default_table_expiration_days = 2);`,
            `grant \`roles/bigquery.dataEditor\` on schema ${own} to ${member};`,
          ]
        : []),
    ],
    Verify: [
      `select * from ${ticked(project)}.\`region-eu\`.INFORMATION_SCHEMA.OBJECT_PRIVILEGES where object_name = '<dataset>';`,
    ],
    Revoke: [
      `revoke \`roles/bigquery.dataViewer\` on schema ${dataset} from ${member};`,
      ...(own ? [`drop schema ${own} cascade;`] : []),
      "-- Then delete the key of the service account.",
    ],
  };
}

function databricks(fill: Fill): Scripts {
  const principal = ticked(fill("oauthClientID", "<application id>"));
  const staging = fill("stagingDatabase", "");
  return {
    Grant: [
      `grant use catalog on catalog shop to ${principal};`,
      `grant use schema on schema shop.analytics to ${principal};`,
      `grant select on table shop.analytics.events to ${principal};  -- one line for each table`,
      ...(staging
        ? [
            `create schema if not exists shop.${ticked(staging)};`,
            `grant use schema, create table on schema shop.${ticked(staging)} to ${principal};`,
          ]
        : []),
      "-- And CAN USE on the SQL warehouse, in its permissions.",
    ],
    Verify: [`show grants ${principal} on schema shop.analytics;`],
    Revoke: [
      `revoke select on table shop.analytics.events from ${principal};`,
      `revoke use schema on schema shop.analytics from ${principal};`,
      `revoke use catalog on catalog shop from ${principal};`,
      ...(staging ? [`drop schema shop.${ticked(staging)} cascade;`] : []),
    ],
  };
}

function redshift(fill: Fill, seconds: number): Scripts {
  const user = quoted(fill("username", "assay"));
  const staging = fill("stagingSchema", "");
  return {
    Grant: [
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
      `select has_schema_privilege('${user}', 'public', 'usage'), has_table_privilege('${user}', 'public.events', 'select');`,
    ],
    Revoke: [
      ...(staging ? [`drop schema ${quoted(staging)} cascade;`] : []),
      `revoke select on public.events from ${user};`,
      `revoke usage on schema public from ${user};`,
      `drop user ${user};`,
    ],
  };
}

const makers: Partial<Record<WarehouseProvider, (fill: Fill, seconds: number) => Scripts>> = {
  postgres,
  trino,
  snowflake,
  bigquery,
  databricks,
  redshift,
};

/** None where rights are not given in SQL. */
export const grantScript = (
  provider: WarehouseProvider,
  name: ScriptName,
  settings: Readonly<Record<string, unknown>>,
  seconds: number,
): string | undefined => {
  const fill: Fill = (setting, otherwise) => {
    const value = settings[setting];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : otherwise;
  };
  return makers[provider]?.(fill, seconds)[name].join("\n");
};
