// Scripts for the admin of an AWS account, as commands for the AWS command-line interface.

import type { Fill, Scripts } from "./grant-script.ts";

const json = (value: unknown) => JSON.stringify(value, null, 2);
const allow = (actions: readonly string[], resources: readonly string[]) => ({
  Effect: "Allow",
  Action: actions,
  Resource: resources,
});

/** Quotes a text as one shell argument. */
const argument = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const roleName = (fill: Fill) =>
  fill("roleArn", "arn:aws:iam::<account>:role/assay").split("/").at(-1) ?? "assay";
const accountOf = (fill: Fill) => /::(\d{12}):/.exec(fill("roleArn", ""))?.[1] ?? "<account>";

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

const make = (fill: Fill, statements: readonly object[]) => [
  `aws iam create-role --role-name ${argument(roleName(fill))} --assume-role-policy-document ${argument(trust(fill))}`,
  "",
  `aws iam put-role-policy --role-name ${argument(roleName(fill))} --policy-name assay --policy-document ${argument(json({ Version: "2012-10-17", Statement: statements }))}`,
];

const remove = (fill: Fill) => [
  `aws iam delete-role-policy --role-name ${argument(roleName(fill))} --policy-name assay`,
  `aws iam delete-role --role-name ${argument(roleName(fill))}`,
];

const simulate = (fill: Fill, actions: readonly string[]) => [
  "# All of these must be implicitDeny: the role only reads, but for its own places.",
  `aws iam simulate-principal-policy --policy-source-arn ${argument(fill("roleArn", "arn:aws:iam::<account>:role/assay"))} --action-names ${actions.join(" ")} --query 'EvaluationResults[].[EvalActionName,EvalDecision]' --output text`,
];

export function athenaGrants(fill: Fill): Scripts {
  const region = fill("region", "<region>");
  const account = accountOf(fill);
  const database = fill("database", "<database>");
  const glue = `arn:aws:glue:${region}:${account}`;
  const results = fill("queryResultLocation", "s3://<results>/").slice("s3://".length);
  const [resultBucket = "<results>"] = results.split("/");
  const staging = fill("bucket", "");
  const own = [...new Set([resultBucket, ...(staging ? [staging] : [])])];
  const statements = [
    allow(
      [
        "athena:StartQueryExecution",
        "athena:GetQueryExecution",
        "athena:GetQueryResults",
        "athena:StopQueryExecution",
        "athena:GetWorkGroup",
      ],
      [`arn:aws:athena:${region}:${account}:workgroup/${fill("workgroup", "primary")}`],
    ),
    allow(
      ["athena:GetDatabase", "athena:ListTableMetadata"],
      [`arn:aws:athena:${region}:${account}:datacatalog/${fill("dataCatalog", "AwsDataCatalog")}`],
    ),
    allow(
      ["glue:GetDatabase", "glue:GetTable", "glue:GetTables", "glue:GetPartition", "glue:GetPartitions"],
      [`${glue}:catalog`, `${glue}:database/${database}`, `${glue}:table/${database}/*`],
    ),
    allow(
      ["s3:GetObject", "s3:ListBucket"],
      ["arn:aws:s3:::<bucket of the data>", "arn:aws:s3:::<bucket of the data>/*"],
    ),
    allow(
      ["s3:GetBucketLocation", "s3:ListBucket"],
      own.map((bucket) => `arn:aws:s3:::${bucket}`),
    ),
    allow(
      ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"],
      [`arn:aws:s3:::${results}*`, ...(staging ? [`arn:aws:s3:::${staging}/*`] : [])],
    ),
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
  const account = accountOf(fill);
  const host = fill("host", "<cluster>");
  const [name = host] = host.split(".");
  const isServerless = host.includes(".redshift-serverless.");
  const cluster = `arn:aws:redshift:${region}:${account}`;
  const signIn = isServerless
    ? allow(
        ["redshift-serverless:GetCredentials"],
        [`arn:aws:redshift-serverless:${region}:${account}:workgroup/<id of ${name}>`],
      )
    : allow(
        ["redshift:GetClusterCredentials"],
        [
          `${cluster}:dbuser:${name}/${fill("username", "assay")}`,
          `${cluster}:dbname:${name}/${fill("database", "<database>")}`,
        ],
      );
  const where = isServerless
    ? `arn:aws:redshift-serverless:${region}:${account}:workgroup/<id of ${name}>`
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
