// A real HTTP test server that stands in for a vendor's, with given answers, which faults can precede.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
/** "cut" closes the connection without an answer; "lost" does so after the request was carried out. */
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | "cut" | "lost";

export interface VendorServer {
  readonly origin: string;
  readonly sent: readonly Sent[];
  /** Each fault may answer once instead of the vendor and is then removed. */
  readonly faults: ((sent: Sent) => Reply | undefined)[];
  /** Seconds by which the server's clock is ahead of ours. */
  ahead: number;
  close(): void;
}

export const parsed = ({ text }: Sent): Record<string, unknown> => {
  const value: unknown = text === "" ? {} : JSON.parse(text);
  return value !== null && typeof value === "object" ? { ...value } : {};
};

/** Returns a fault that answers requests whose path matches. */
export const fault =
  (pattern: RegExp, reply: Reply): VendorServer["faults"][number] =>
  ({ method, path }) =>
    pattern.test(`${method} ${path}`) ? reply : undefined;

export async function vendorServer(respond: (sent: Sent) => Reply): Promise<VendorServer> {
  const sent: Sent[] = [];
  const faults: VendorServer["faults"] = [];
  const listening = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse) {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://vendor.test");
    const one = { method: request.method ?? "", path, query, headers: request.headers, text };
    sent.push(one);
    const at = faults.findIndex((each) => each(one) !== undefined);
    const reply = (at < 0 ? undefined : faults.splice(at, 1)[0]?.(one)) ?? respond(one);
    if (reply === "lost") respond(one);
    if (reply === "cut" || reply === "lost") return request.socket.destroy();
    const { status, body, headers } = reply;
    const date = new Date(Date.now() + server.ahead * 1000).toUTCString();
    response.writeHead(status, { "Content-Type": "application/json", Date: date, ...headers });
    return response.end(typeof body === "string" ? body : JSON.stringify(body));
  }
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const server: VendorServer = {
    origin: `http://127.0.0.1:${port}`,
    sent,
    faults,
    ahead: 0,
    close: () => {
      listening.closeAllConnections();
      listening.close();
    },
  };
  return server;
}
