// Queries the service about a large event log as the console does, in this process.
import { randomBytes } from "node:crypto";
import { createApp } from "#service/app.ts";
import type { Database } from "#service/database/database.ts";
import { createKey } from "#service/http/api-keys.ts";
import { readSettings } from "#service/settings.ts";
import { logEnd } from "./large-event-log.ts";

/** Returns a function that reads a path with the clock at the end of the log; it throws on a refusal. */
export async function logReader(database: Database) {
  const settings = readSettings({ READ_LIMIT: "off", DEMO: "0" });
  const silent = () => undefined;
  const log = { info: silent, warn: console.warn, error: console.error };
  const app = createApp({ database, settings, secretsKey: randomBytes(32), now: () => logEnd, log });
  const name = `Bench ${randomBytes(4).toString("hex")}`;
  const key = await createKey(database, { name, kind: "console", rights: "read" }, logEnd);
  return async (path: string) => {
    const headers = { [settings.API_KEY_HEADER]: key };
    const answer = await app.request(`/console/v1${path}`, { headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
    return text;
  };
}
