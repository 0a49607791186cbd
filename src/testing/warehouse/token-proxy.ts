// A proxy in front of a BigQuery emulator, which has no sign-in: issues a token, and forwards everything else.
import { proxyTo, type Proxy } from "./proxy.ts";

export const tokenProxy = (target: string): Promise<Proxy> =>
  proxyTo(target, {
    answers: (request, response) => {
      if (request.url !== "/token") return false;
      request.resume();
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ access_token: "only-for-tests", expires_in: 3600 }));
      return true;
    },
  });
