// Authenticates the service to AWS: with the identity of its machine, or with a role that this identity assumes.
import {
  AssumeRoleCommand,
  GetCallerIdentityCommand,
  STSClient,
  type STSClientConfig,
} from "@aws-sdk/client-sts";
import { z } from "zod/mini";
import { WarehouseError } from "./statement.ts";

export interface AwsSettings {
  region: string;
  roleArn?: string | undefined;
  /** The external id that the role requires when it is assumed. */
  externalId?: string | undefined;
}

const connectingMs = 10_000;
const answeringMs = 60_000;
/** Maximum attempts for a request if AWS is busy or the network fails; the AWS client backs off in between. */
const attempts = 8;

/** Options of any AWS client with the identity of this machine. */
export const machineClientOptions = ({ region }: AwsSettings, endpoint: string | undefined) => ({
  region,
  maxAttempts: attempts,
  customUserAgent: "assay",
  requestHandler: { connectionTimeout: connectingMs, requestTimeout: answeringMs },
  ...(endpoint === undefined ? {} : { endpoint }),
});

async function assume(settings: AwsSettings, endpoint: string | undefined) {
  const sts = new STSClient(machineClientOptions(settings, endpoint));
  try {
    const { Credentials: given } = await sts.send(
      new AssumeRoleCommand({
        RoleArn: settings.roleArn,
        RoleSessionName: "assay",
        ...(settings.externalId ? { ExternalId: settings.externalId } : {}),
      }),
    );
    if (!given?.AccessKeyId || !given.SecretAccessKey)
      throw new WarehouseError("AWS gave no credentials for the role.", "NO_CREDENTIALS");
    return {
      accessKeyId: given.AccessKeyId,
      secretAccessKey: given.SecretAccessKey,
      ...(given.SessionToken ? { sessionToken: given.SessionToken } : {}),
      // The AWS client renews the credentials shortly before they expire.
      ...(given.Expiration ? { expiration: given.Expiration } : {}),
    };
  } finally {
    sts.destroy();
  }
}

/** Options of any AWS client with the role of the settings, if they name one. */
export const awsClientOptions = (settings: AwsSettings, endpoint: string | undefined) => ({
  ...machineClientOptions(settings, endpoint),
  ...(settings.roleArn ? { credentials: () => assume(settings, endpoint) } : {}),
});

const Metadata = z.looseObject({
  $metadata: z.optional(z.looseObject({ httpStatusCode: z.optional(z.number()) })),
});

/** AWS answers a rejected signature with everything that was signed, which includes the session token. */
const withoutKeys = (message: string) =>
  message
    .replace(/The Canonical String[\s\S]*/, "")
    .replace(/(x-amz-security-token[:=]\s*)\S+/gi, "$1•••")
    .replace(/\bA[KS]IA[A-Z0-9]{12,}\b/g, "•••")
    .trim();

/** Converts a failure of AWS, of the network or of the search for credentials to a WarehouseError. */
export function awsError(error: unknown): WarehouseError {
  if (error instanceof WarehouseError) return error;
  if (!(error instanceof Error)) return new WarehouseError(String(error), "");
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  const { httpStatusCode: status } = Metadata.parse(error).$metadata ?? {};
  const isOfNetwork = code !== error.name || error.name === "TimeoutError";
  return new WarehouseError(
    withoutKeys(error.message),
    code,
    status === undefined ? { isUnanswered: isOfNetwork } : { status },
  );
}

/** Returns the ARN by which AWS knows the identity. */
export async function callerArn(identity: STSClientConfig, signal: AbortSignal): Promise<string> {
  const sts = new STSClient(identity);
  try {
    const { Arn: arn = "" } = await sts.send(new GetCallerIdentityCommand({}), { abortSignal: signal });
    return arn;
  } finally {
    sts.destroy();
  }
}
