// Warehouse connection settings as written (API 2.3, 4.1). The metadata of each field (label, section, secrecy) is what the one form is drawn from.
import { z } from "zod";

declare module "zod" {
  interface GlobalMeta {
    /** Never answered; encrypted at rest. */
    secret?: boolean;
    /** Heading the field stands under. */
    section?: string;
    /** Drawn as a text area. */
    multiline?: boolean;
  }
}

interface Meta {
  title: string;
  section: string;
  description?: string;
  secret?: boolean;
  multiline?: boolean;
}

const text = (meta: Meta) =>
  z
    .string()
    .optional()
    .meta({ ...meta });
/** Choice: null clears a warehouse setting, and is accepted only for those that may be empty. */
const clearable = (meta: Meta) =>
  z
    .string()
    .nullish()
    .meta({ ...meta });
const port = (meta: Meta) =>
  z
    .int()
    .min(1)
    .max(65535)
    .optional()
    .meta({ ...meta });
const yesNo = (meta: Meta) =>
  z
    .boolean()
    .optional()
    .meta({ ...meta });

const account = "Account";
const signIn = "Sign-in";
const secrets = "Secrets";
const results = "Where results are written";
const tunnel = "SSH tunnel";

export const warehouseProviders = {
  databricks: {
    label: "Databricks",
    settings: z.strictObject({
      host: text({
        title: "Host",
        section: account,
        description: "The workspace address, such as adb-123.azuredatabricks.net",
      }),
      path: text({
        title: "HTTP path",
        section: account,
        description: "From the connection details of the SQL warehouse",
      }),
      oauthClientID: clearable({
        title: "OAuth client ID",
        section: account,
        description: "For sign-in by a service principal",
      }),
      accessToken: text({
        title: "Access token",
        section: secrets,
        secret: true,
        description: "Personal access token, or the OAuth secret",
      }),
      stagingDatabase: text({ title: "Staging database", section: results }),
      consoleComputePath: clearable({
        title: "Console HTTP path",
        section: results,
        description: "For queries from the console",
      }),
    }),
  },
  snowflake: {
    label: "Snowflake",
    settings: z.strictObject({
      accountName: text({
        title: "Account name",
        section: account,
        description: "The part of the address before .snowflakecomputing.com",
      }),
      serviceUserName: text({
        title: "Service user",
        section: account,
        description: "The user that the service signs in as",
      }),
      serviceUserPassword: text({
        title: "Password",
        section: secrets,
        secret: true,
        description: "The new password is sent once and never shown again.",
      }),
      privateKey: clearable({
        title: "Private key",
        section: secrets,
        secret: true,
        multiline: true,
        description: "For key pair sign-in, PEM text.",
      }),
      keyPassPhrase: clearable({
        title: "Key pass phrase",
        section: secrets,
        secret: true,
        description: "Sign-in fails without it if the private key is encrypted.",
      }),
      stagingDatabaseName: text({ title: "Staging database", section: results }),
      stagingSchemaName: text({ title: "Staging schema", section: results }),
      computeWarehouse: text({
        title: "Compute warehouse",
        section: results,
        description: "For scheduled loads",
      }),
      consoleComputeWarehouse: clearable({
        title: "Console warehouse",
        section: results,
        description: "For queries from the console",
      }),
    }),
  },
  bigquery: {
    label: "BigQuery",
    settings: z.strictObject({
      project: text({ title: "Project", section: account, description: "The project that holds the data" }),
      consoleComputeProject: text({
        title: "Console project",
        section: account,
        description: "The project that pays for queries from the console",
      }),
      privateKey: text({
        title: "Service account key",
        section: secrets,
        secret: true,
        multiline: true,
        description: "The key file of the service account, JSON text.",
      }),
      stagingDataset: text({ title: "Staging dataset", section: results }),
    }),
  },
  redshift: {
    label: "Redshift",
    settings: z.strictObject({
      host: text({ title: "Host", section: account }),
      port: port({ title: "Port", section: account, description: "5439 unless your cluster says otherwise" }),
      database: text({ title: "Database", section: account }),
      region: text({ title: "Region", section: account, description: "Such as eu-central-1" }),
      username: text({ title: "User name", section: signIn }),
      useAssumeRole: yesNo({ title: "Sign in by assuming a role", section: signIn }),
      roleArn: text({ title: "Role ARN", section: signIn, description: "The role to assume" }),
      verifyCA: yesNo({ title: "Verify the certificate authority", section: signIn }),
      password: text({ title: "Password", section: secrets, secret: true }),
      sshPrivateKey: text({
        title: "SSH private key",
        section: secrets,
        secret: true,
        multiline: true,
        description: "PEM text, for the tunnel.",
      }),
      useSshTunnel: yesNo({ title: "Connect through an SSH tunnel", section: tunnel }),
      sshHost: text({ title: "SSH host", section: tunnel }),
      sshPort: port({ title: "SSH port", section: tunnel, description: "Usually 22" }),
      sshUsername: text({ title: "SSH user", section: tunnel }),
      sshPublicKey: text({
        title: "SSH public key",
        section: tunnel,
        multiline: true,
        description: "Add this to the host's authorized keys.",
      }),
      stagingSchema: text({ title: "Staging schema", section: results }),
    }),
  },
  athena: {
    label: "Athena",
    settings: z.strictObject({
      region: text({ title: "Region", section: account, description: "Such as eu-central-1" }),
      workgroup: text({ title: "Workgroup", section: account }),
      roleArn: text({
        title: "Role ARN",
        section: account,
        description: "The role that the service assumes",
      }),
      dataCatalog: text({ title: "Data catalog", section: account }),
      useCatalogInQueryContext: yesNo({ title: "Name the catalog in each query", section: account }),
      database: text({ title: "Database", section: results }),
      bucket: text({ title: "Bucket", section: results }),
      queryResultLocation: text({
        title: "Query result location",
        section: results,
        description: "An S3 address, such as s3://bucket/path/",
      }),
    }),
  },
} as const;

export type WarehouseProvider = keyof typeof warehouseProviders;
export const warehouseProviderNames = Object.keys(warehouseProviders).filter(
  (name): name is WarehouseProvider => name in warehouseProviders,
);

/** Body of the update (API 4.1). What is left out keeps its stored value. */
export const WarehouseConnectionUpdate = z.strictObject({
  databricks: warehouseProviders.databricks.settings.optional(),
  snowflake: warehouseProviders.snowflake.settings.optional(),
  bigquery: warehouseProviders.bigquery.settings.optional(),
  redshift: warehouseProviders.redshift.settings.optional(),
  athena: warehouseProviders.athena.settings.optional(),
});
export type WarehouseConnectionUpdate = z.output<typeof WarehouseConnectionUpdate>;

export type FieldKind = "text" | "number" | "boolean";
export interface WarehouseField extends Meta {
  name: string;
  kind: FieldKind;
  /** Whether null is accepted to clear it. */
  nullable: boolean;
}

const kindOf = (schema: z.ZodType): FieldKind =>
  schema.safeParse(true).success ? "boolean" : schema.safeParse(443).success ? "number" : "text";

/** The fields of a provider in the order they are drawn, read off the schema. */
export const warehouseFields = (provider: WarehouseProvider): WarehouseField[] =>
  Object.entries(warehouseProviders[provider].settings.shape).map(([name, schema]: [string, z.ZodType]) => {
    const meta = schema.meta() ?? {};
    return {
      name,
      kind: kindOf(schema),
      nullable: schema.safeParse(null).success,
      title: meta.title ?? name,
      section: meta.section ?? "",
      ...(meta.description ? { description: meta.description } : {}),
      ...(meta.secret ? { secret: true } : {}),
      ...(meta.multiline ? { multiline: true } : {}),
    };
  });

export const secretFields = (provider: WarehouseProvider): string[] =>
  warehouseFields(provider)
    .filter((field) => field.secret)
    .map((field) => field.name);
