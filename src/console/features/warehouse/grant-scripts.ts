// The scripts for an admin to grant the service read access, verify it, and revoke it, filled with the values of the form.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { athenaGrants, redshiftRole } from "./aws-scripts.ts";
import { bigQueryGrants } from "./bigquery-grants.ts";
import { databricksGrants } from "./databricks-grants.ts";
import { exampleLineNote, quoted, readOf, type Fill, type ScriptName, type Scripts } from "./grant-script.ts";
import { redshiftGrants } from "./redshift-grants.ts";
import { rotation } from "./rotation-scripts.ts";
import { snowflakeGrants } from "./snowflake-grants.ts";

function postgres(fill: Fill, seconds: number, tables: readonly string[]): Scripts {
  const [user, database, schema, staging] = [
    quoted(fill("username", "assay")),
    quoted(fill("database", "shop")),
    quoted(fill("schema", "public")),
    fill("stagingSchema", ""),
  ];
  const own = staging ? quoted(staging) : undefined;
  const read = readOf(tables, "schema.table", [schema]);
  const ofSources = tables.length > 0;
  return {
    Grant: [
      `create role ${user} login;  -- then: \\password ${user}`,
      `grant connect on database ${database} to ${user};`,
      ...(ofSources
        ? [
            ...read.schemas.map((one) => `grant usage on schema ${one} to ${user};`),
            ...read.tables.map((table) => `grant select on ${table} to ${user};`),
          ]
        : [
            `grant usage on schema ${schema} to ${user};`,
            `grant select on all tables in schema ${schema} to ${user};  -- or one by one`,
          ]),
      `alter role ${user} set statement_timeout = '${seconds}s';`,
      ...(own
        ? [
            `create schema ${own} authorization ${user};`,
            `alter role ${user} reset default_transaction_read_only;`,
          ]
        : [`alter role ${user} set default_transaction_read_only = on;`]),
    ],
    Verify: [
      `select rolname, rolsuper, rolcreatedb, rolconfig from pg_roles where rolname = '${fill("username", "assay").replaceAll("'", "''")}';`,
      `select table_schema, table_name, privilege_type from information_schema.role_table_grants where grantee = '${fill("username", "assay").replaceAll("'", "''")}';`,
    ],
    Revoke: [
      ...(own ? [`drop schema ${own} cascade;`] : []),
      ...(ofSources ? read.schemas : [schema]).flatMap((one) => [
        `revoke all on all tables in schema ${one} from ${user};`,
        `revoke all on schema ${one} from ${user};`,
      ]),
      `revoke connect on database ${database} from ${user};`,
      `drop role ${user};`,
    ],
  };
}

function trino(fill: Fill, _seconds: number, tables: readonly string[]): Scripts {
  const [user, catalog, schema, staging] = [
    quoted(fill("username", "assay")),
    quoted(fill("catalog", "hive")),
    quoted(fill("schema", "shop")),
    fill("stagingSchema", ""),
  ];
  const own = staging ? `${catalog}.${quoted(staging)}` : undefined;
  const read = readOf(tables, `${catalog}.${schema}.events`, [catalog, schema]).tables;
  return {
    Grant: [
      "-- Where the catalog keeps rights; elsewhere they stand in the cluster's access control file.",
      ...read.map((table) => `grant select on ${table} to user ${user};${exampleLineNote(tables)}`),
      ...(own ? [`create schema ${own} authorization user ${user};`] : []),
    ],
    Verify: read.map((table) => `show grants on ${table};`),
    Revoke: [
      ...read.map((table) => `revoke select on ${table} from user ${user};`),
      ...(own ? [`drop schema ${own} cascade;`] : []),
    ],
  };
}

const makers: Partial<
  Record<WarehouseProvider, (fill: Fill, seconds: number, tables: readonly string[]) => Scripts>
> = {
  postgres,
  trino,
  snowflake: snowflakeGrants,
  bigquery: bigQueryGrants,
  databricks: databricksGrants,
  redshift: redshiftGrants,
  athena: athenaGrants,
};

/** Returns a script; undefined if permissions of the provider are not granted by scripts. */
export const grantScript = (
  provider: WarehouseProvider,
  name: ScriptName,
  settings: Readonly<Record<string, unknown>>,
  seconds: number,
  /** Tables that stored sources read. */
  tables: readonly string[] = [],
): string | undefined => {
  const fill: Fill = (setting, otherwise) => {
    const value = settings[setting];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : otherwise;
  };
  if (name === "Rotate") return rotation(provider, fill, seconds).join("\n");
  const own = makers[provider]?.(fill, seconds, tables)[name];
  // Both scripts are needed: the role signs in as the database user, which has the permissions.
  const isByRole = provider === "redshift" && settings["useAssumeRole"] === true;
  const byRole = isByRole ? [...redshiftRole(fill)[name], ""] : [];
  return own && [...byRole, ...own].join("\n");
};
