// The scripts by which an admin lets the service read, sees its rights, and takes them away again; filled from the form.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { bigQueryGrants } from "./bigquery-grants.ts";
import { databricksGrants } from "./databricks-grants.ts";
import type { Fill, ScriptName, Scripts } from "./grant-script.ts";
import { snowflakeGrants } from "./snowflake-grants.ts";

/** In quotation marks where it is not a plain name. */
const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

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
  snowflake: snowflakeGrants,
  bigquery: bigQueryGrants,
  databricks: databricksGrants,
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
