// Checks common to AWS services with an API: reachability, clock, and role.
import { once } from "node:events";
import { request } from "node:https";
import { request as plainRequest } from "node:http";
import { reach } from "./reach.ts";
import { passed, textOf, type DoctorStep, type Examined } from "./doctor-step.ts";

const domainOf = (region: string) => (region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com");

/** Returns the address of a service in the region. */
export const awsAddress = ({ endpoints, settings }: Examined, service: string): URL => {
  const region = String(settings["region"]);
  return new URL(endpoints.aws ?? `https://${service}.${region}.${domainOf(region)}`);
};

export const awsNetwork = (services: readonly string[]): DoctorStep => ({
  name: "Name, port, TLS",
  run: async (examined) => {
    const told: string[] = [];
    for (const service of services) {
      const { hostname: host, port, protocol } = awsAddress(examined, service);
      const tls = protocol === "https:" ? "at once" : "none";
      const at = Number(port || 443);
      examined.tries(`${host}:${at}`);
      told.push(await reach({ host, port: at, tls, verify: true }, examined.signal));
    }
    return passed(told.join(" "));
  },
});

/** Clock differences in s: AWS rejects signed requests beyond `refused`, and the doctor warns beyond `noticed`. */
const clockLimits = { refused: 300, noticed: 30 } as const;

async function timeAt(url: URL, signal: AbortSignal): Promise<number> {
  const send = url.protocol === "https:" ? request : plainRequest;
  const asked = send(url, { method: "HEAD", signal });
  asked.end();
  const [response]: { headers: { date?: string }; resume: () => void }[] = await once(asked, "response", {
    signal,
  });
  response?.resume();
  return Date.parse(response?.headers.date ?? "");
}

export const awsClock: DoctorStep = {
  name: "Clock",
  run: async (examined) => {
    const url = awsAddress(examined, "sts");
    examined.tries(`HEAD ${url.origin}/`);
    const theirs = await timeAt(url, examined.signal);
    if (Number.isNaN(theirs)) return passed("AWS did not say its time.");
    const seconds = Math.round((Date.now() - theirs) / 1000);
    const off = Math.abs(seconds);
    if (off <= clockLimits.noticed) return passed("This server's clock agrees with that of AWS.");
    const sentence = `This server's clock is ${off} s ${seconds > 0 ? "ahead of" : "behind"} that of AWS${off > clockLimits.refused ? ", which refuses what is signed with it" : ""}. Set it by a time server.`;
    return { state: off > clockLimits.refused ? "failed" : "warned", sentence, who: "you" };
  },
};

const nameOf = (arn: string) => arn.replace(/^arn:[^:]+:(iam|sts)::/, "");

/** Signs in with the machine's own identity first, then with the role. */
export const awsSignIn: DoctorStep = {
  name: "Sign-in",
  run: async (examined) => {
    const { awsError, awsClientOptions, machineClientOptions, callerArn } =
      await import("#service/warehouse/aws-access.ts");
    const roleArn = textOf(examined, "roleArn");
    const externalId = textOf(examined, "externalId");
    const settings = {
      region: textOf(examined, "region"),
      ...(roleArn ? { roleArn } : {}),
      ...(externalId ? { externalId } : {}),
    };
    const { aws } = examined.endpoints;
    try {
      examined.tries("sts:GetCallerIdentity");
      const own = await callerArn(machineClientOptions(settings, aws), examined.signal);
      if (!roleArn) return passed(`${nameOf(own)}, the identity of this server.`);
      examined.tries(`sts:AssumeRole ${roleArn}`);
      const assumed = await callerArn(awsClientOptions(settings, aws), examined.signal);
      return passed(`${nameOf(assumed)}, assumed by ${nameOf(own)}.`);
    } catch (error) {
      throw awsError(error);
    }
  },
};
