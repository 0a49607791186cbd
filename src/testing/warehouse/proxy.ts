// A proxy between a client and an engine that forwards everything.
import { once } from "node:events";
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";

export interface Proxy {
  readonly origin: string;
  readonly close: () => void;
}

interface Between {
  /** Returns true if it answered the request, which is then not forwarded. */
  answers?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Called with the size of every chunk of an answer, as it is sent. */
  passed?: (bytes: number) => void;
}

export async function proxyTo(target: string, { answers, passed }: Between): Promise<Proxy> {
  const server = createServer((request, response) => {
    if (answers?.(request, response)) return;
    const { method, headers } = request;
    const forwarded = ask(`${target}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (passed) answer.on("data", (piece: Buffer) => passed(piece.length));
      answer.pipe(response);
    });
    forwarded.on("error", (error) => response.destroy(error));
    request.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}
