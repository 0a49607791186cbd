// Formats a failed request as a curl command to hand to an engineer, without the key or any secret.
import { apiKeyHeader } from "./connection.ts";
import type { SentRequest } from "./failure.ts";

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Whether the request body carries credentials and must therefore not be repeated. */
const carriesSecrets = (url: string) => new URL(url).pathname.endsWith("/wh_connections");

/** Returns the curl command. The headers must not contain the key: put a placeholder in its place. */
export function curlText(request: SentRequest): string {
  const lines = [
    `curl -X ${request.method} ${quoted(request.url)}`,
    ...Object.entries(request.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ];
  if (request.body !== undefined)
    lines.push(`--data ${quoted(carriesSecrets(request.url) ? "<BODY WITH SECRETS>" : request.body)}`);
  return lines.join(" \\\n  ");
}

export const curlOf = async (request: SentRequest): Promise<string> =>
  curlText({ ...request, headers: { ...request.headers, [await apiKeyHeader()]: "<API_KEY>" } });
