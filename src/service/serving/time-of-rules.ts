// Assigns a time to the served rules, which is their version. It is stored with a hash of the rules, so that it only ever
// increases, across restarts and processes.
import type { Database, Reader, Row } from "#service/database/database.ts";

interface Stored extends Row {
  fingerprint: string;
  time: number;
}

const readTime = async (reader: Pick<Reader, "query">, environment: string): Promise<Stored | undefined> =>
  (
    await reader.query<Stored>("select fingerprint, time from served_rules where environment = $1", [
      environment,
    ])
  )[0];

/** Returns the time of these rules in ms: the stored one if they were the last to be served, or else a new one. `now` in ms. */
export async function timeOfRules(
  database: Database,
  environment: string,
  fingerprint: string,
  now: number,
): Promise<number> {
  const known = await readTime(database, environment);
  if (known?.fingerprint === fingerprint) return known.time;
  return database.transaction(async (transaction) => {
    const last = await readTime(transaction, environment);
    if (last?.fingerprint === fingerprint) return last.time;
    const time = Math.max(now, (last?.time ?? 0) + 1);
    await transaction.query(
      last
        ? "update served_rules set fingerprint = $2, time = $3 where environment = $1"
        : "insert into served_rules (environment, fingerprint, time) values ($1, $2, $3)",
      [environment, fingerprint, time],
    );
    return time;
  });
}
