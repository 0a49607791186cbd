// The service inside the development server. The opened database survives reloads of the code.
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import { createApp } from "./app.ts";
import { openService, type OpenService } from "./open-service.ts";
import { readSettings } from "./settings.ts";

declare global {
  var assayDevelopment: Promise<OpenService> | undefined;
}

const say = (line: string) => process.stderr.write(`${line}\n`);
const settings = readSettings(process.env);

globalThis.assayDevelopment ??= openService(settings, say).then((opened) => {
  say(`Open http://${settings.HOST}:${settings.PORT}/${opened.newKey ? `#key=${opened.newKey}` : ""}`);
  return opened;
});

const listener = globalThis.assayDevelopment.then(({ database, secretsKey }) =>
  getRequestListener(
    createApp({ database, settings, secretsKey, now: Date.now, log: pino({ level: "error" }) }).fetch,
  ),
);

export const answer = async (...request: Parameters<Awaited<typeof listener>>) => {
  await (
    await listener
  )(...request);
};
