// Asks IAM which actions a role may perform, in IAM's own protocol: a signed form with an answer in XML.
import { STSClient } from "@aws-sdk/client-sts";
import { awsClientOptions, type AwsSettings } from "./aws-access.ts";
import { WarehouseError } from "./statement.ts";

interface Simulation {
  settings: AwsSettings;
  endpoint: string | undefined;
  roleArn: string;
  actions: readonly string[];
  signal: AbortSignal;
}

/** IAM has one endpoint for all regions of a partition of AWS. */
const iamOf = (region: string) =>
  region.startsWith("cn-")
    ? { host: "https://iam.cn-north-1.amazonaws.com.cn", region: "cn-north-1" }
    : { host: "https://iam.amazonaws.com", region: "us-east-1" };

/** Returns the actions that the role may perform on all resources; undefined if the caller may not ask. */
export async function simulateRights(simulation: Simulation): Promise<string[] | undefined> {
  const { settings, endpoint, roleArn, actions, signal } = simulation;
  const iam = iamOf(settings.region);
  const url = new URL(endpoint ?? iam.host);
  const body = new URLSearchParams({
    Action: "SimulatePrincipalPolicy",
    Version: "2010-05-08",
    PolicySourceArn: roleArn,
  });
  for (const [index, action] of actions.entries()) body.set(`ActionNames.member.${index + 1}`, action);
  // Only the identity and the signer of this client are used.
  const sts = new STSClient(awsClientOptions(settings, endpoint));
  try {
    const signer = await sts.config.signer({
      name: "sigv4",
      signingName: "iam",
      signingRegion: iam.region,
      properties: {},
    });
    const { method, headers } = await signer.sign({
      method: "POST",
      protocol: url.protocol,
      hostname: url.hostname,
      path: "/",
      query: {},
      headers: { host: url.host, "content-type": "application/x-www-form-urlencoded" },
      body: body.toString(),
    });
    const response = await fetch(url, { method, headers, body: body.toString(), redirect: "error", signal });
    const text = await response.text();
    if (response.status === 403) return undefined;
    if (!response.ok)
      throw new WarehouseError(`IAM answered with status ${response.status}.`, String(response.status), {
        status: response.status,
      });
    return text
      .split("<EvalActionName>")
      .slice(1)
      .filter((result) => /<EvalDecision>allowed</.test(result))
      .map((result) => result.slice(0, result.indexOf("<")));
  } finally {
    sts.destroy();
  }
}
