// `npm run dev`: the service inside the development server, on the same port. Its code is reloaded after each change.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin, ViteDevServer } from "vite";

const servicePaths = /^\/(console\/v1\/|openapi\.json|console-settings\.json|healthz|readyz)/;

interface Development {
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Vite loads the module by its path, so its type is declared only here. */
async function load(server: ViteDevServer): Promise<Development> {
  const environment = server.environments["service"];
  if (!environment || !("runner" in environment))
    throw new Error("The service environment cannot run modules");
  const { runner } = environment as { runner: { import: (path: string) => Promise<Development> } };
  return runner.import("/src/service/development.ts");
}

export const serviceInside = (): Plugin => ({
  name: "service-inside",
  apply: (_config, { command }) => command === "serve" && process.env["VITEST"] === undefined,
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      if (!servicePaths.test(request.url ?? "")) return next();
      load(server)
        .then((development) => development.answer(request, response))
        .catch(next);
    });
  },
});
