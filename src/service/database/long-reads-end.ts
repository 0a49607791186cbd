// Lets long reads finish before work in the background goes on: somebody waits for their answer, and they need all processors.
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "./database.ts";

/** Longest postponement, ms. */
const longestWait = 30_000;

/** Resolves once no long read occupies the processors of this process, or after 30 s. */
export async function longReadsEnd(
  database: Pick<Database, "isReadingLong">,
  stop: AbortSignal | undefined,
): Promise<void> {
  const until = performance.now() + longestWait;
  while (performance.now() < until && (await database.isReadingLong?.()))
    await wait(100, undefined, { signal: stop });
}
