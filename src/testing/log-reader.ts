// Queries the service about a large event log as the console does, in this process.
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createApp } from "#service/app.ts";
import type { Database } from "#service/database/database.ts";
import { createKey } from "#service/http/api-keys.ts";
import { readSettings } from "#service/settings.ts";
import { logEnd } from "./large-event-log.ts";

/** Returns a function that reads a path with the clock at the end of the log; it throws on a refusal. With a data folder
 *  the service also works in the background, and has copied the events of PostgreSQL. */
export async function logReader(database: Database, dataDir?: string) {
  const settings = readSettings({ READ_LIMIT: "off", DEMO: "0", ...(dataDir && { DATA_DIR: dataDir }) });
  const background = dataDir ? { stop: new AbortController().signal } : {};
  const silent = () => undefined;
  const log = { info: silent, warn: console.warn, error: console.error };
  const app = createApp({
    database,
    settings,
    secretsKey: randomBytes(32),
    now: () => logEnd,
    log,
    ...background,
  });
  const name = `Bench ${randomBytes(4).toString("hex")}`;
  const key = await createKey(database, { name, kind: "console", rights: "read" }, logEnd);
  const ask = async (path: string) => {
    const headers = { [settings.API_KEY_HEADER]: key };
    const answer = await app.request(`/console/v1${path}`, { headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
    return text;
  };
  if (dataDir) {
    // Asking begins the copy.
    await ask("/event_total");
    const began = performance.now();
    let state: { eventsCopied?: number } = { eventsCopied: 0 };
    while (state.eventsCopied !== undefined || performance.now() - began < 5000) {
      await wait(200);
      state = await (await app.request("/readyz")).json();
    }
    console.log(`The events were copied within ${Math.round((performance.now() - began) / 1000)} s.`);
  }
  return ask;
}
