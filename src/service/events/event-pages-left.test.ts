// Tests that a query over the whole log is cancelled in the database when its client disconnects.
import { expect, test } from "vitest";
import type { Engine, Snapshot } from "#service/database/database.ts";
import { testApp } from "#service/test-app.test-support.ts";

const slow = {
  duckdb: "select count(*) as total from range(1000000) a, range(1000000) b where hash(a.range, b.range) = 1",
  postgres: "select pg_sleep(60)",
};

test.each(["/events", "/events/order"])("%s", async (path) => {
  let [begun, ended] = [0, 0];
  /** Replaces the query that counts the log by a slow one. */
  const slowed = (engine: Engine): Engine => ({
    ...engine,
    snapshot: (work, signal, options) => {
      const read = (snapshot: Snapshot) =>
        work({
          ...snapshot,
          query: (sql, values) => {
            if (!sql.includes("as total")) return snapshot.query(sql, values);
            begun += 1;
            return snapshot.query<never>(slow[engine.engine]).finally(() => (ended += 1));
          },
        });
      return engine.snapshot(read, signal, options);
    },
  });
  const { app, keys, close } = await testApp({ between: slowed });
  const leaving = new AbortController();
  const headers = { "SERVICE-API-KEY": keys.read };
  const asked = app.request(`/console/v1${path}`, { headers, signal: leaving.signal });
  await expect.poll(() => begun).toBe(1);
  leaving.abort();
  await expect.poll(() => ended, { timeout: 5000 }).toBe(1);
  await asked;
  await close();
});
