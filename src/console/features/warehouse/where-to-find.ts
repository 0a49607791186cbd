// Where a setting is found in the provider's own console, or how it is made.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";

const keyPair = "You make it: openssl genrsa 2048 | openssl pkcs8 -topk8 -out key.p8";
const endpoint = "Redshift console: the cluster or workgroup, Endpoint";
const awsRegion = "AWS console: top right, beside your name";
const roleArn = "IAM console: Roles, the role, ARN; the grants make one";
const externalId = "IAM console: the role, Trust relationships, sts:ExternalId";
const byGrants = "The grants make it";

const snowflakeWarehouses = "Snowsight: Compute, Warehouses";
const connectionDetails = "SQL Warehouses, the warehouse, Connection details";

export const whereToFind: Readonly<Record<WarehouseProvider, Readonly<Record<string, string>>>> = {
  snowflake: {
    accountName: "Snowsight: your name, Account, View account details, Account URL",
    serviceUserName: "Snowsight: Admin, Users & Roles; the grants make one",
    privateKey: keyPair,
    keyPassPhrase: "Chosen when the key was made",
    serviceUserPassword: "Instead of a key, a programmatic access token. Snowsight: Users & Roles, the user",
    computeWarehouse: `${snowflakeWarehouses}; the grants make one`,
    consoleComputeWarehouse: `${snowflakeWarehouses}; empty: the same`,
    stagingDatabaseName: "Snowsight: Data, Databases",
    stagingSchemaName: byGrants,
  },
  bigquery: {
    project: "Google Cloud console: project picker at the top, column ID",
    consoleComputeProject: "Project picker, column ID; empty: the same project",
    privateKey: "IAM & Admin, Service Accounts, the account, Keys, Add key, JSON",
    stagingDataset: "BigQuery Studio: Explorer, under the project; the grants make it",
  },
  databricks: {
    host: `${connectionDetails}, Server hostname`,
    path: `${connectionDetails}, HTTP path`,
    oauthClientID: "Settings, Identity and access, Service principals, Application ID",
    accessToken: "Settings, Developer, Access tokens; of a service principal: Secrets, Generate secret",
    consoleComputePath: "Another SQL warehouse's HTTP path; empty: the same",
    stagingDatabase: "Catalog Explorer: catalog and schema, with a dot between them; the grants make it",
  },
  redshift: {
    host: `${endpoint}, up to the colon`,
    port: `${endpoint}, after the colon`,
    database: `${endpoint}, after the slash`,
    region: awsRegion,
    username: byGrants,
    roleArn,
    externalId,
    certificateAuthority: "For Amazon's own names: redshift-ca-bundle.crt from the Redshift documentation",
    password: "Its MD5 hash goes into the grants",
    sshPrivateKey: "You make it, without a pass phrase: ssh-keygen -t ed25519",
    sshHost: "From whoever runs the host: AWS console, EC2, Instances, Public DNS",
    sshUsername: "From whoever runs the host, such as ec2-user",
    sshPublicKey: "The file beside the private key whose name ends with .pub",
    sshHostKey: "On the host: ssh-keygen -l -f /etc/ssh/ssh_host_ed25519_key.pub",
    stagingSchema: byGrants,
  },
  athena: {
    region: awsRegion,
    workgroup: "Athena console: Administration, Workgroups",
    roleArn,
    externalId,
    dataCatalog: "Athena console: Data sources and catalogs; AwsDataCatalog unless you made one",
    database: "Athena console: Query editor, Database",
    bucket: "S3 console: Buckets",
    queryResultLocation: "Athena console: the workgroup, Query result location",
  },
  trino: {
    host: "The address of its web interface, without https://",
    port: "The address of its web interface, after the colon",
    username: "From whoever runs the cluster; any name where it asks for no password",
    password: "From whoever runs the cluster",
    catalog: "In Trino: show catalogs",
    schema: "In Trino: show schemas from the catalog",
    stagingSchema: byGrants,
  },
  postgres: {
    host: "In psql: \\conninfo; in a cloud: the instance's page, Endpoint or IP address",
    port: "In psql: \\conninfo",
    database: "In psql: \\l",
    schema: "In psql: \\dn",
    certificateAuthority: "In a cloud: the instance's page, Server CA or Certificate authority",
    username: byGrants,
    password: "Set by the warehouse admin, in psql: \\password",
    stagingSchema: byGrants,
  },
};
