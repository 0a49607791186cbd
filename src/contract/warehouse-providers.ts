// Settings schemas of the warehouse providers (API 2.3, 4.1). The metadata
// of each field (label, section, secrecy) drives the settings form.
import { z } from "zod/mini";

declare module "zod/v4/core" {
  interface GlobalMeta {
    /** Never returned in responses; encrypted at rest. */
    secret?: boolean;
    /** Heading of the form section that contains the field. */
    section?: string;
    /** Shown as a text area. */
    multiline?: boolean;
    /** Default of a switch that was never changed. */
    isUsuallyOn?: boolean;
  }
}

const account = "Account";
const signIn = "Sign-in";
const secrets = "Secrets";
const runs = "Where it runs";
const results = "Where results are written";
const tunnel = "SSH tunnel";
const notStaged = "Empty: nothing is written";

interface FieldMeta {
  title: string;
  section: string;
  description?: string | undefined;
  /** Unit shown inside the input. */
  unit?: string;
  secret?: boolean;
  multiline?: boolean;
  isUsuallyOn?: boolean;
}

/** Attaches metadata to a schema; every field in the secrets section is a secret. */
const field =
  <Schema extends z.ZodMiniType>(schema: Schema) =>
  (section: string, title: string, description?: string, multiline = false) => {
    const meta: FieldMeta = { title, section };
    if (description) meta.description = description;
    if (section === secrets) meta.secret = true;
    if (multiline) meta.multiline = true;
    return schema.check(z.meta({ ...meta }));
  };
/** A text without validation, such as a password. */
const text = field(z.optional(z.string()));

/** A validated form text; an empty text clears the field. */
const checked = (isFormed: (value: string) => boolean, message: string) =>
  z.string().check(z.refine((value) => value === "" || isFormed(value.trim()), message));
const inForm = (pattern: RegExp, message: string) => checked((value) => pattern.test(value), message);
const formed = (pattern: RegExp, message: string) => field(z.optional(inForm(pattern, message)));
/** Choice: null clears a warehouse setting and is accepted only for optional ones. */
const clearable = (pattern: RegExp, message: string) => field(z.nullish(inForm(pattern, message)));

// Warehouses accept almost any quoted name; an address was probably pasted into the wrong field.
const named = [
  /^(?!.*(:\/\/|[;\p{Cc}])).+$/su,
  "Expected a name: no address, no semicolon, in one line",
] as const;
const name = formed(...named);
const path = [
  /^\/sql\/1\.0\/warehouses\/[\w-]+$/,
  "Expected the path of a SQL warehouse, such as /sql/1.0/warehouses/abc123; that of a cluster cannot be used",
] as const;
const project = formed(
  /^([a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
  "Expected the id of a project, such as my-project-123",
);

const host = formed(
  /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i,
  "Expected a host name without https:// and without a path",
);
const region = formed(/^[a-z]{2}(-[a-z]+)+-\d$/, "Expected a region such as eu-central-1");
const roleArn = formed(
  /^arn:aws[a-z-]*:iam::\d{12}:role\/\S+$/,
  "Expected the ARN of a role, such as arn:aws:iam::123456789012:role/analysis",
);

const externalId = formed(
  /^(?!.*:\/\/)[\w+=,.@:/-]{2,1224}$/,
  "Expected an external ID: letters, digits and +=,.@:/-, no address and no spaces",
);

const pem = /^-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----\s[A-Za-z0-9+/=\s:,-]+\s-----END \1-----$/;
const isPem = (value: string) => pem.test(value);
const privateKey = "Expected the text of a private key, from -----BEGIN … PRIVATE KEY----- to its END line";

const certificate = "Expected the text of a certificate, from -----BEGIN CERTIFICATE----- to its END line";
const isCertificate = (value: string) =>
  /^-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+\s-----END CERTIFICATE-----/.test(value);

const ServiceAccount = z.object({
  client_email: z.string(),
  private_key: z.string(),
  project_id: z.string(),
});
function isServiceAccount(text: string): boolean {
  try {
    const { success, data } = ServiceAccount.safeParse(JSON.parse(text));
    return success && isPem(data.private_key.trim());
  } catch {
    return false;
  }
}
const port = field(z.optional(z.int().check(z.gte(1), z.lte(65535))));
const yesNo = field(z.optional(z.boolean()));
const usuallyOn = (section: string, title: string) =>
  z.optional(z.boolean()).check(z.meta({ section, title, isUsuallyOn: true }));

export const warehouseProviders = {
  snowflake: {
    label: "Snowflake",
    settings: z.strictObject({
      accountName: formed(
        /^(?!.*snowflakecomputing)[a-z0-9][a-z0-9._-]*$/i,
        "Expected the account name alone, such as myorg-account, no address",
      )(account, "Account name", "The part of the address before .snowflakecomputing.com"),
      serviceUserName: name(account, "Service user", "The user that the service signs in as"),
      privateKey: field(z.nullish(checked(isPem, privateKey)))(
        secrets,
        "Private key",
        "For key pair sign-in, PEM text.",
        true,
      ),
      keyPassPhrase: field(z.nullish(z.string()))(
        secrets,
        "Key pass phrase",
        "Sign-in fails without it if the private key is encrypted.",
      ),
      serviceUserPassword: text(secrets, "Password", "The new password is sent once and never shown again."),
      computeWarehouse: name(runs, "Compute warehouse", "For scheduled loads"),
      consoleComputeWarehouse: clearable(...named)(runs, "Console warehouse", "For queries from the console"),
      stagingDatabaseName: name(runs, "Staging database", notStaged),
      stagingSchemaName: name(runs, "Staging schema"),
    }),
  },
  bigquery: {
    label: "BigQuery",
    settings: z.strictObject({
      project: project(account, "Project", "The project that holds the data"),
      consoleComputeProject: project(
        account,
        "Console project",
        "The project that pays for queries from the console",
      ),
      privateKey: field(
        z.optional(
          checked(
            isServiceAccount,
            "Expected the JSON text of a service account key, with client_email, private_key and project_id",
          ),
        ),
      )(secrets, "Service account key", "The key file of the service account, JSON text.", true),
      stagingDataset: name(results, "Staging dataset", notStaged),
    }),
  },
  databricks: {
    label: "Databricks",
    settings: z.strictObject({
      host: host(account, "Host", "The workspace address, such as adb-123.azuredatabricks.net"),
      path: formed(...path)(account, "HTTP path", "From the connection details of the SQL warehouse"),
      oauthClientID: clearable(/^[\w.-]+$/, "Expected an id: letters, digits, dots and hyphens")(
        account,
        "OAuth client ID",
        "For sign-in by a service principal",
      ),
      accessToken: formed(/^\S+$/, "Expected a token, without spaces")(
        secrets,
        "Access token",
        "Personal access token, or the OAuth secret",
      ),
      consoleComputePath: clearable(...path)(runs, "Console HTTP path", "For queries from the console"),
      stagingDatabase: name(runs, "Staging database", notStaged),
    }),
  },
  redshift: {
    label: "Redshift",
    settings: z.strictObject({
      host: host(account, "Host"),
      port: port(account, "Port", "5439 unless your cluster says otherwise"),
      database: name(account, "Database"),
      region: region(account, "Region", "Such as eu-central-1"),
      username: name(signIn, "User name"),
      useAssumeRole: yesNo(signIn, "Sign in by assuming a role"),
      roleArn: roleArn(signIn, "Role ARN", "The role to assume"),
      // Choice: Redshift and Athena also take an external ID of the role; Redshift also a certificate authority and the host key of its SSH host.
      externalId: externalId(signIn, "External ID", "Where the role demands one of who assumes it"),
      verifyCA: usuallyOn(signIn, "Verify the certificate authority"),
      certificateAuthority: field(z.optional(checked(isCertificate, certificate)))(
        signIn,
        "Certificate authority",
        "PEM text, where the cluster's certificate is signed by one that is not known everywhere.",
        true,
      ),
      password: text(secrets, "Password"),
      sshPrivateKey: field(z.optional(checked(isPem, privateKey)))(
        secrets,
        "SSH private key",
        "PEM text, for the tunnel.",
        true,
      ),
      useSshTunnel: yesNo(tunnel, "Connect through an SSH tunnel"),
      sshHost: host(tunnel, "SSH host"),
      sshPort: port(tunnel, "SSH port", "Usually 22"),
      sshUsername: name(tunnel, "SSH user"),
      sshPublicKey: formed(
        /^\S+ [A-Za-z0-9+/=]+( .*)?$/,
        "Expected a public key in one line, such as ssh-ed25519 AAAA…",
      )(tunnel, "SSH public key", "Add this to the host's authorized keys.", true),
      sshHostKey: formed(
        /^SHA256:[A-Za-z0-9+/]{43}$/,
        "Expected a fingerprint as ssh-keygen -l writes it, such as SHA256: and 43 characters",
      )(tunnel, "SSH host key", "Fingerprint that the host must show; any where it is empty"),
      stagingSchema: name(results, "Staging schema", notStaged),
    }),
  },
  athena: {
    label: "Athena",
    settings: z.strictObject({
      region: region(account, "Region", "Such as eu-central-1"),
      workgroup: name(account, "Workgroup"),
      roleArn: roleArn(account, "Role ARN", "The role that the service assumes"),
      externalId: externalId(account, "External ID", "Where the role demands one of who assumes it"),
      dataCatalog: name(account, "Data catalog"),
      useCatalogInQueryContext: yesNo(account, "Name the catalog in each query"),
      database: name(results, "Database"),
      bucket: formed(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "Expected the name of a bucket alone")(
        results,
        "Bucket",
      ),
      queryResultLocation: formed(
        /^s3:\/\/[a-z0-9][a-z0-9.-]+\/(\S*\/)?$/,
        "Expected an S3 address that ends with a slash, such as s3://bucket/path/",
      )(results, "Query result location", "An S3 address, such as s3://bucket/path/"),
    }),
  },
  // Choice: Trino and PostgreSQL have groups of warehouse settings like the five of the description.
  trino: {
    label: "Trino",
    settings: z.strictObject({
      host: host(account, "Host", "The coordinator, such as trino.example.com"),
      port: port(account, "Port", "443 unless your cluster says otherwise"),
      useTls: usuallyOn(account, "Connect by TLS"),
      username: name(account, "User name"),
      password: text(secrets, "Password", "Empty where the cluster asks for none. It is sent over TLS only."),
      catalog: name(account, "Catalog", "The one that holds the data, such as hive"),
      schema: name(account, "Schema"),
      stagingSchema: name(results, "Staging schema", notStaged),
    }),
  },
  postgres: {
    label: "PostgreSQL",
    settings: z.strictObject({
      host: host(account, "Host"),
      port: port(account, "Port", "5432 unless your server says otherwise"),
      database: name(account, "Database"),
      schema: name(account, "Schema", "The one that holds the data, public unless named"),
      useTls: usuallyOn(account, "Connect by TLS"),
      verifyCA: usuallyOn(account, "Verify the certificate authority"),
      certificateAuthority: field(z.optional(checked(isCertificate, certificate)))(
        account,
        "Certificate authority",
        "PEM text of your own authority; empty for those that are known everywhere.",
        true,
      ),
      username: name(signIn, "User name"),
      password: text(secrets, "Password"),
      stagingSchema: name(results, "Staging schema", notStaged),
    }),
  },
} as const;

export type WarehouseProvider = keyof typeof warehouseProviders;
export const warehouseProviderNames = Object.keys(warehouseProviders).filter(
  (name): name is WarehouseProvider => name in warehouseProviders,
);

export type FieldKind = "text" | "number" | "boolean";
export interface WarehouseField extends FieldMeta {
  name: string;
  kind: FieldKind;
  /** True if the setting can be cleared with null. */
  nullable: boolean;
}

const kindOf = (schema: z.ZodMiniType): FieldKind =>
  schema.safeParse(true).success ? "boolean" : schema.safeParse(443).success ? "number" : "text";

/** Returns the fields of a provider in display order, derived from the schema. */
export const warehouseFields = (provider: WarehouseProvider): WarehouseField[] =>
  Object.entries(warehouseProviders[provider].settings.shape).map(
    ([name, schema]: [string, z.ZodMiniType]) => {
      const { title = name, section = "", ...meta } = z.globalRegistry.get(schema) ?? {};
      const nullable = schema.safeParse(null).success;
      return { ...meta, name, kind: kindOf(schema), nullable, title, section };
    },
  );

export const secretFields = (provider: WarehouseProvider): string[] =>
  warehouseFields(provider)
    .filter((field) => field.secret)
    .map((field) => field.name);
