// `npm start`: reads the settings, opens the service, listens, and stops gracefully. Nothing else.
import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { pino } from "pino";
import { examine } from "#service/database/examine.ts";
import { createApp } from "./app.ts";
import { openService } from "./open-service.ts";
import { readSettings, type Settings } from "./settings.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Milliseconds; a client that sends slowly must not delay the stop for longer. */
const longestStop = 10_000;

/** Milliseconds; uploading a file of some GB for an import takes longer than Node's limit of five minutes. */
const longestRequest = 30 * 60_000;

function whyNotListening(error: NodeJS.ErrnoException, { HOST, PORT }: Settings): string {
  if (error.code === "EADDRINUSE")
    return `PORT: ${PORT} on ${HOST} is in use by another process. Stop it, or choose another port.`;
  if (error.code === "EACCES") return `PORT: this user may not listen on ${PORT}. Choose another port.`;
  return `HOST: cannot listen on ${HOST}:${PORT} (${error.message}).`;
}

const builtFolder = dirname(fileURLToPath(import.meta.url));

/** Fills the demo in a child process, because half a million generated rows would stay in the memory of this one. */
const fillDemoBeside = () =>
  new Promise<void>((resolve, reject) => {
    const child = fork(join(builtFolder, "demo.js"));
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error("The demo project could not be stored.")),
    );
  });

async function main(consoleBuilt: Promise<void> | undefined) {
  const settings = readSettings(process.env);
  const { database, secretsKey, newKey } = await openService(settings, say, fillDemoBeside);
  await consoleBuilt;
  const consoleFolder = join(builtFolder, "..", "console");
  const log = pino();
  const background = new AbortController();
  const app = createApp({
    database,
    settings,
    secretsKey,
    now: Date.now,
    log,
    consoleFolder,
    stop: background.signal,
  });
  if (database.engine === "duckdb")
    examine(database, background.signal)
      .catch(async () => {
        const trouble = background.signal.aborted ? undefined : await database.trouble();
        if (trouble) log.error({ problem: trouble.message });
      })
      .catch(() => undefined);
  const serverOptions = { requestTimeout: longestRequest };
  const listening = { fetch: app.fetch, port: settings.PORT, hostname: settings.HOST, serverOptions };
  const server = serve(listening, ({ port }) => {
    const address = `http://${settings.HOST}:${port}/`;
    const file = join(settings.DATA_DIR, "api-key");
    const first = existsSync(file) ? `; the first is in ${file}` : "";
    say(
      `Assay is ready: ${address}${newKey ? `#key=${newKey}` : ` (sign in with one of your keys${first})`}`,
    );
  });
  const end = (code: number) =>
    database.close().then(
      () => process.exit(code),
      (error: unknown) => {
        say(String(error));
        process.exit(1);
      },
    );
  server.on("error", (error) => {
    say(whyNotListening(error, settings));
    void end(1);
  });

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    background.abort();
    // close() calls back once every request in flight has been answered.
    server.close(() => void end(0));
    if (!("closeIdleConnections" in server)) return;
    // Repeated, because a connection becomes idle only when its current request has been answered.
    setInterval(() => server.closeIdleConnections(), 50).unref();
    setTimeout(() => server.closeAllConnections(), longestStop).unref();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Starts the service; true once it has been opened and is about to listen. */
export const run = (consoleBuilt?: Promise<void>) =>
  main(consoleBuilt).then(
    () => true,
    (error: unknown) => {
      say(error instanceof Error ? error.message : String(error));
      process.exit(1);
    },
  );

// When this file is run directly, the console has been built already.
if (process.argv[1] === fileURLToPath(import.meta.url)) void run();
