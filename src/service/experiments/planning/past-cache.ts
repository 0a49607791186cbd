// Caches everything read from the past for plans, because a user who fills in a plan changes one field after another.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { runningComputations } from "#service/analysis/cache/running-computations.ts";
import { day } from "#service/analysis/totals/assignment.ts";
import type { Database, Row, Snapshot } from "#service/database/database.ts";
import { logFingerprint } from "#service/database/logs.ts";

// Choice: past data for plans is cached for ten minutes, unless a day or an import ends before. Late events of the past change little.
const keptFor = 600_000;
const mostKept = 50;

/** A value that changes with each import and each import that is undone. */
async function importsOf(database: Database) {
  const [row] = await database.query<Row & { imports: number; last: number | null }>(
    "select count(*) as imports, max(imported_time) as last from import_run",
  );
  return [row?.imports, row?.last, await logFingerprint(database, "", [])];
}

export function pastCache<Result extends object>(database: Database) {
  const running = runningComputations<Result>();
  const kept = new LRUCache<string, Result>({ max: mostKept, ttl: keptFor });
  /** Reads once for all concurrent readers of the same result; `leaving` is aborted when the reader disconnects. */
  return async (
    parts: readonly unknown[],
    now: number,
    leaving: AbortSignal,
    read: (snapshot: Snapshot, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const inputs = [Math.floor(now / day), await importsOf(database), ...parts];
    const key = createHash("sha256").update(JSON.stringify(inputs)).digest("hex");
    const known = kept.get(key);
    if (known) return known;
    return running.join("", key, leaving, async ({ signal }) => {
      const result = await database.snapshot((snapshot) => read(snapshot, signal), signal);
      kept.set(key, result);
      return result;
    });
  };
}
