// `npm run traffic`: simulates a small live shop. Customers of the demo
// shop visit, request their values from a running service, and log events.
import { parseArgs } from "node:util";
import { databaseOf, openForCommand } from "#service/database/open-database.ts";
import { createKey, listKeys, revokeKey } from "#service/http/api-keys.ts";
import { readSettings } from "#service/settings.ts";
import { sendTraffic } from "./send-traffic.ts";

const usage = `Usage:
  npm run traffic -- [--rate <events a second>] [--address <address>] [--key <server or client key>]

Sends customers of the demo shop to the running service, 20 events a second, until it is stopped with Ctrl+C. They are new customers, so
nobody changes the group of an experiment. Without a key one is made for the run, and revoked at its end.`;

const keyName = "Demo shop (npm run traffic)";

function readWords() {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { rate: text, address: text, key: text, help: { type: "boolean" } },
  });
  const rate = Number(values.rate ?? 20);
  if (!(rate > 0 && rate <= 10_000)) throw new Error("--rate takes a number of events a second up to 10000.");
  return { ...values, rate };
}

async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof openForCommand>>) => Promise<T>) {
  const database = await openForCommand(databaseOf(readSettings(process.env)));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const makeKey = () =>
  withDatabase((database) =>
    createKey(database, { name: keyName, kind: "client", environment: "production" }, Date.now()),
  );

/** Revokes the keys of this command, including those left by runs that were killed. */
const revokeKeys = () =>
  withDatabase(async (database) => {
    for (const { id, name } of await listKeys(database))
      if (name === keyName) await revokeKey(database, id, Date.now());
  });

async function main() {
  const { rate, key, help, ...words } = readWords();
  if (help) return console.log(usage);
  const { HOST, PORT } = readSettings(process.env);
  const address = (words.address ?? `http://${HOST}:${PORT}`).replace(/\/+$/, "");
  const ready = await fetch(`${address}/readyz`).catch(() => undefined);
  if (!ready?.ok) throw new Error(`No service answers at ${address}. Start it first with: npm start`);

  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  let said = 0;
  console.log(`Customers come by ${address}, ${rate} events a second. Ctrl+C stops.`);
  try {
    await sendTraffic({
      address,
      key: key ?? (await makeKey()),
      rate,
      stop: stop.signal,
      onSent({ events, visits }) {
        if (Date.now() < said + 10_000) return;
        said = Date.now();
        console.log(`${events.toLocaleString("en")} events of ${visits.toLocaleString("en")} visits`);
      },
    });
  } finally {
    if (!key) await revokeKeys();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
