// Opens the client of a provider. Client libraries are loaded lazily: a service without a warehouse loads none.
import { z } from "zod/mini";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { WarehouseError, type WarehouseClient } from "./statement.ts";

/** Settings of one provider as they were entered, including decrypted secrets. */
export type PlainSettings = Readonly<Record<string, unknown>>;

const text = z.string().check(z.trim(), z.minLength(1));
const number = z.optional(z.number());
const flag = z.optional(z.boolean());

const Trino = z.object({
  host: text,
  port: number,
  useTls: flag,
  username: text,
  password: z.optional(z.string()),
  catalog: text,
  schema: z.optional(text),
});
const Postgres = z.object({
  host: text,
  port: number,
  database: text,
  useTls: flag,
  verifyCA: flag,
  certificateAuthority: z.optional(text),
  username: text,
  password: z.optional(z.string()),
  schema: z.optional(text),
});

const Snowflake = z.object({
  accountName: text,
  serviceUserName: text,
  privateKey: z.optional(text),
  keyPassPhrase: z.optional(z.string()),
  serviceUserPassword: z.optional(text),
  computeWarehouse: z.optional(text),
  consoleComputeWarehouse: z.optional(text),
});
const Databricks = z.object({
  host: text,
  path: text,
  oauthClientID: z.optional(text),
  accessToken: text,
  consoleComputePath: z.optional(text),
});
const BigQuery = z.object({ project: text, consoleComputeProject: z.optional(text), privateKey: text });

/** Addresses that replace those of the vendors, such as of a test server. */
export interface Endpoints {
  aws?: string;
  snowflake?: string;
  databricks?: string;
  google?: string;
}

type Open = (settings: PlainSettings, endpoints: Endpoints) => Promise<WarehouseClient>;

const clients: Partial<Record<WarehouseProvider, Open>> = {
  postgres: async (settings) => {
    const { postgresClient } = await import("./postgres-client.ts");
    return postgresClient(Postgres.parse(settings));
  },
  trino: async (settings) => {
    const { trinoClient } = await import("./trino-client.ts");
    return trinoClient(Trino.parse(settings));
  },
  snowflake: async (settings, { snowflake }) => {
    const { snowflakeClient } = await import("./snowflake-client.ts");
    return snowflakeClient(Snowflake.parse(settings), snowflake);
  },
  databricks: async (settings, { databricks }) => {
    const { databricksClient } = await import("./databricks-client.ts");
    return databricksClient(Databricks.parse(settings), databricks);
  },
  bigquery: async (settings, { google }) => {
    const { bigQueryClient } = await import("./bigquery-client.ts");
    return bigQueryClient(BigQuery.parse(settings), google);
  },
  athena: async (settings, { aws }) => {
    const { AthenaSettings, athenaClient } = await import("./athena-client.ts");
    return athenaClient(AthenaSettings.parse(settings), aws);
  },
  redshift: async (settings, { aws }) => {
    if (settings["useAssumeRole"]) {
      const { RedshiftDataSettings, redshiftDataClient } = await import("./redshift-data-client.ts");
      return redshiftDataClient(RedshiftDataSettings.parse(settings), aws);
    }
    const { RedshiftSettings, redshiftClient } = await import("./redshift-client.ts");
    return redshiftClient(RedshiftSettings.parse(settings));
  },
};

/** Throws if a setting that the client needs is missing. */
export async function openClient(
  provider: WarehouseProvider,
  settings: PlainSettings,
  endpoints: Endpoints = {},
): Promise<WarehouseClient> {
  const open = clients[provider];
  if (!open) throw new WarehouseError("Statements cannot be sent to this provider yet.", "UNSUPPORTED");
  return open(settings, endpoints);
}
