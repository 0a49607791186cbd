// Scripts for the admin of an AWS account, as commands for the AWS command-line interface.

import { readOf, type Fill, type Scripts } from "./grant-script.ts";

const json = (value: unknown) => JSON.stringify(value, null, 2);
const allow = (actions: readonly string[], resources: readonly string[]) => ({
  Effect: "Allow",
  Action: actions,
  Resource: resources,
});

/** Quotes a text as one shell argument. */
const argument = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The parts of the role's ARN; an ARN differs by the partition of AWS, such as `aws-cn`. */
function roleOf(fill: Fill) {
  const arn = fill("roleArn", "arn:aws:iam::<account>:role/assay");
  const [, partition = "aws", account = "<account>", path = "/", name = "assay"] =
    /^arn:([^:]+):iam::([^:]+):role(\/(?:.*\/)?)(.+)$/.exec(arn) ?? [];
  return { arn, partition, account, path, name };
}

function trust(fill: Fill): string {
  const externalId = fill("externalId", "");
  return json({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { AWS: "<the identity of this service, which the test names at Sign-in>" },
        Action: "sts:AssumeRole",
        ...(externalId ? { Condition: { StringEquals: { "sts:ExternalId": externalId } } } : {}),
      },
    ],
  });
}

function make(fill: Fill, statements: readonly object[]) {
  const { name, path } = roleOf(fill);
  const own = path === "/" ? "" : ` --path ${argument(path)}`;
  return [
    `aws iam create-role --role-name ${argument(name)}${own} --assume-role-policy-document ${argument(trust(fill))}`,
    "",
    `aws iam put-role-policy --role-name ${argument(name)} --policy-name assay --policy-document ${argument(json({ Version: "2012-10-17", Statement: statements }))}`,
  ];
}

const remove = (fill: Fill) => [
  `aws iam delete-role-policy --role-name ${argument(roleOf(fill).name)} --policy-name assay`,
  `aws iam delete-role --role-name ${argument(roleOf(fill).name)}`,
];

const simulate = (fill: Fill, actions: readonly string[]) => [
  "# All of these must be implicitDeny: the role only reads, but for its own places.",
  `aws iam simulate-principal-policy --policy-source-arn ${argument(roleOf(fill).arn)} --action-names ${actions.join(" ")} --query 'EvaluationResults[].[EvalActionName,EvalDecision]' --output text`,
];

/** The databases and tables of the sources; Glue keeps names in lower case, without quotation marks. */
function readInGlue(database: string, tables: readonly string[]) {
  const read = readOf(tables, "database.table", [database]).tables.map((table) => {
    const [name = "", schema = database] = table.toLowerCase().replaceAll('"', "").split(".").reverse();
    return { schema, name };
  });
  const ofSources = tables.length > 0 ? read : [];
  return { ofSources, databases: [...new Set([database, ...ofSources.map(({ schema }) => schema)])] };
}

export function athenaGrants(fill: Fill, _seconds: number, tables: readonly string[]): Scripts {
  const region = fill("region", "<region>");
  const { partition, account } = roleOf(fill);
  const database = fill("database", "<database>");
  const { ofSources, databases } = readInGlue(database, tables);
  const glue = `arn:${partition}:glue:${region}:${account}`;
  const athena = `arn:${partition}:athena:${region}:${account}`;
  const s3 = `arn:${partition}:s3:::`;
  const staging = fill("bucket", "");
  const results = fill("queryResultLocation", `s3://${staging || "<results>"}/`).slice("s3://".length);
  const [resultBucket = "<results>"] = results.split("/");
  const own = [...new Set([resultBucket, ...(staging ? [staging] : [])])];
  const written = [...new Set([`${s3}${results}*`, ...(staging ? [`${s3}${staging}/*`] : [])])];
  const locations = ofSources.map(
    ({ schema, name }) =>
      `#   aws glue get-table --region ${region} --database-name ${argument(schema)} --name ${argument(name)} --query Table.StorageDescriptor.Location`,
  );
  const statements = [
    allow(
      [
        "athena:StartQueryExecution",
        "athena:GetQueryExecution",
        "athena:GetQueryResults",
        "athena:StopQueryExecution",
        "athena:GetWorkGroup",
      ],
      [`${athena}:workgroup/${fill("workgroup", "primary")}`],
    ),
    allow(
      ["athena:GetDatabase", "athena:ListTableMetadata"],
      [`${athena}:datacatalog/${fill("dataCatalog", "AwsDataCatalog")}`],
    ),
    allow(
      ["glue:GetDatabase", "glue:GetTable", "glue:GetTables", "glue:GetPartition", "glue:GetPartitions"],
      [
        `${glue}:catalog`,
        ...databases.flatMap((name) => [`${glue}:database/${name}`, `${glue}:table/${name}/*`]),
      ],
    ),
    allow(["s3:GetObject", "s3:ListBucket"], [`${s3}<bucket of the data>`, `${s3}<bucket of the data>/*`]),
    allow(
      ["s3:GetBucketLocation", "s3:ListBucket"],
      own.map((bucket) => `${s3}${bucket}`),
    ),
    allow(["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"], written),
    ...(staging
      ? [
          allow(
            ["glue:CreateTable", "glue:UpdateTable", "glue:DeleteTable"],
            [`${glue}:catalog`, `${glue}:database/${database}`, `${glue}:table/${database}/assay_*`],
          ),
        ]
      : []),
  ];
  return {
    Grant: [
      ...make(fill, statements),
      "",
      ...(locations.length > 0 ? ["# The buckets of the data are told by:", ...locations] : []),
      "# Where they are used, also lakeformation:GetDataAccess, and kms:Decrypt of the key.",
    ],
    Verify: simulate(fill, [
      "glue:DeleteDatabase",
      "glue:DeleteTable",
      "glue:UpdateTable",
      "s3:PutObject",
      "s3:DeleteObject",
    ]),
    Revoke: remove(fill),
  };
}

/** Scripts for Redshift sign-in through an IAM role; permissions on tables are granted separately, in SQL. */
export function redshiftRole(fill: Fill): Scripts {
  const region = fill("region", "<region>");
  const { partition, account } = roleOf(fill);
  const host = fill("host", "<cluster>");
  const [name = host] = host.split(".");
  const isServerless = host.includes(".redshift-serverless.");
  const cluster = `arn:${partition}:redshift:${region}:${account}`;
  const signIn = isServerless
    ? allow(
        ["redshift-serverless:GetCredentials"],
        [`arn:${partition}:redshift-serverless:${region}:${account}:workgroup/<id of ${name}>`],
      )
    : allow(
        ["redshift:GetClusterCredentials"],
        [
          `${cluster}:dbuser:${name}/${fill("username", "assay")}`,
          `${cluster}:dbname:${name}/${fill("database", "<database>")}`,
        ],
      );
  const where = isServerless
    ? `arn:${partition}:redshift-serverless:${region}:${account}:workgroup/<id of ${name}>`
    : `${cluster}:cluster:${name}`;
  return {
    Grant: make(fill, [
      allow(["redshift-data:ExecuteStatement"], [where]),
      allow(
        [
          "redshift-data:DescribeStatement",
          "redshift-data:ListStatements",
          "redshift-data:GetStatementResult",
          "redshift-data:CancelStatement",
        ],
        ["*"],
      ),
      signIn,
    ]),
    Verify: simulate(fill, [
      "redshift:CreateClusterUser",
      "redshift:DeleteCluster",
      "redshift:ModifyCluster",
    ]),
    Revoke: remove(fill),
  };
}
