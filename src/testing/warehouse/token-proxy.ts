// In front of an emulator of BigQuery, which has no sign-in: gives out a token, and passes everything else on.
import { once } from "node:events";
import { createServer, request as ask } from "node:http";

export async function tokenProxy(target: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.url === "/token") {
      request.resume();
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ access_token: "only-for-tests", expires_in: 3600 }));
      return;
    }
    const { method, headers } = request;
    const passed = ask(`${target}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", (error) => response.destroy(error));
    request.pipe(passed);
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
