// Plain sentences for messages of AWS and of the connection through an SSH host.
import type { Known } from "./known-message.ts";

const onAws = ["athena", "redshift"] as const;
const onAthena = ["athena"] as const;

/** Must precede the messages of the network, whose words these codes also contain. */
export const tunnelMessages: readonly Known[] = [
  {
    pattern: /^SSH_CONNECT/,
    sentence: "The SSH host does not answer at its port, so nothing behind it was tried.",
    field: "sshHost",
    who: "network",
  },
  {
    pattern: /^SSH_HOST_KEY/,
    sentence:
      "The SSH host shows another key than the one that is set. Ask its admin whether it was replaced; if not, somebody stands between.",
    field: "sshHostKey",
    who: "warehouse admin",
  },
  {
    pattern: /^SSH_SIGN_IN/,
    sentence:
      "The SSH host does not let this user in with this key. Its public half must stand in the user's authorized_keys.",
    field: "sshUsername",
    who: "warehouse admin",
  },
  {
    pattern: /^SSH_KEY/,
    sentence: "The SSH private key cannot be read.",
    field: "sshPrivateKey",
    who: "you",
  },
  {
    pattern: /^SSH_PROHIBITED/,
    sentence: "The SSH host does not forward connections for this user: AllowTcpForwarding is off there.",
    field: "sshUsername",
    who: "warehouse admin",
  },
  {
    pattern: /^SSH_FORWARD/,
    sentence:
      "The SSH host is reached, but nothing answers it at the cluster's name and port. The cluster must let the SSH host in.",
    field: "host",
    who: "network",
  },
];

export const awsMessages: readonly Known[] = [
  {
    pattern: /^CredentialsProviderError|Could not load credentials/,
    providers: onAws,
    sentence:
      "This server has no identity at AWS. Give its machine a role, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside its other settings.",
    who: "you",
  },
  {
    pattern: /sts:AssumeRole/,
    providers: onAws,
    sentence:
      "The role does not let this server in. Its trust policy must name this server's identity, and the external ID if it demands one.",
    field: "roleArn",
    who: "warehouse admin",
  },
  {
    pattern: /RequestTimeTooSkewed|Signature (not yet current|expired)|RequestExpired/,
    providers: onAws,
    sentence: "AWS refuses what is signed with this server's clock. Set it by a time server.",
    who: "you",
  },
  {
    pattern: /SignatureDoesNotMatch|InvalidSignature/,
    providers: onAws,
    sentence:
      "AWS did not accept the signature: the secret key of this server's identity is not that of its key id.",
    who: "you",
  },
  {
    pattern: /InvalidClientTokenId|UnrecognizedClient|security token included in the request is invalid/,
    providers: onAws,
    sentence:
      "AWS does not know this server's identity: its key was removed or disabled, or belongs to another part of AWS.",
    who: "you",
  },
  {
    pattern: /ExpiredToken/,
    providers: onAws,
    sentence: "The session of this server's identity has expired, and was not renewed.",
    who: "you",
  },
  {
    pattern: /WorkGroup .*(not found|does not exist)/i,
    providers: onAthena,
    sentence: "There is no workgroup of this name in the region.",
    field: "workgroup",
    who: "you",
  },
  {
    pattern: /No output location provided/,
    providers: onAthena,
    sentence: "Rows have nowhere to go: set a query result location here, or in the workgroup.",
    field: "queryResultLocation",
    who: "you",
  },
  {
    pattern: /Unable to verify\/create output bucket/,
    providers: onAthena,
    sentence:
      "The role needs s3:GetBucketLocation on the bucket for results, or the bucket is in another region.",
    field: "queryResultLocation",
    who: "warehouse admin",
  },
  {
    pattern: /not authorized to perform: glue:/,
    providers: onAthena,
    sentence:
      "The role may not read the catalog. Add the statement of the grant script that names this glue action to its policy.",
    field: "roleArn",
    who: "warehouse admin",
  },
  {
    pattern: /lakeformation|Lake Formation/i,
    providers: onAthena,
    sentence:
      "Lake Formation keeps this table from the role: grant it SELECT there, and lakeformation:GetDataAccess.",
    field: "roleArn",
    who: "warehouse admin",
  },
  {
    pattern: /kms:|KMS/,
    providers: onAthena,
    sentence:
      "The data or the results are encrypted with a key that the role may not use: add kms:Decrypt and kms:GenerateDataKey.",
    field: "roleArn",
    who: "warehouse admin",
  },
  {
    pattern: /Access Denied \(Service: (Amazon )?S3|PERMISSION_DENIED: Access Denied on bucket|s3:GetObject/,
    providers: onAthena,
    sentence:
      "The role may not read the objects in S3 on which the table lies: add s3:GetObject and s3:ListBucket there.",
    field: "roleArn",
    who: "warehouse admin",
  },
  {
    pattern: /(Entity|Database).*not found|EntityNotFound|SCHEMA_NOT_FOUND/i,
    providers: onAthena,
    sentence: "There is no database of this name in the catalog.",
    field: "database",
    who: "you",
  },
  {
    pattern: /Bytes scanned limit was exceeded/,
    providers: onAthena,
    sentence: "The statement read more than the workgroup allows: its BytesScannedCutoffPerQuery stopped it.",
    field: "workgroup",
    who: "warehouse admin",
  },
  {
    pattern: /SlowDown|reduce your request rate|TooManyRequests|ThrottlingException|ActiveStatementsExceeded/,
    providers: onAws,
    sentence: "AWS has too much to do for this account just now. It was tried several times.",
    who: "warehouse admin",
  },
  {
    pattern: /Cluster .*not found|ClusterNotFound|Redshift endpoint doesn't exist|Workgroup .* not found/i,
    providers: ["redshift"],
    sentence: "There is no cluster of the name with which the host begins, in this region.",
    field: "host",
    who: "you",
  },
  {
    pattern: /redshift:GetClusterCredentials|redshift-serverless:GetCredentials/,
    providers: ["redshift"],
    sentence: "The role may not sign in to the cluster as this database user: add this action to its policy.",
    field: "roleArn",
    who: "warehouse admin",
  },
  {
    pattern: /is not authorized to perform/,
    providers: onAws,
    sentence:
      "The role lacks this right. Add the action that is named to its policy, as the grant script does.",
    field: "roleArn",
    who: "warehouse admin",
  },
];
