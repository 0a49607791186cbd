// Refreshes of staged days, each killed after another statement: on DuckDB, and on PostgreSQL where there is one.
import { expect, test } from "vitest";
import { expectKilledRefreshes } from "#service/analysis/warehouse/killed-refreshes.test-support.ts";
import { openDuckdb, openPostgres } from "#service/analysis/warehouse/tested-engines.test-support.ts";

/** Outdated rows stay beside the others, as of hive tables in Trino and Parquet files in Spark. */
async function openWithoutDelete() {
  const engine = await openDuckdb();
  const { dialect } = engine;
  return { ...engine, dialect: { ...dialect, staged: { ...dialect.staged, deletes: false } } };
}

const url = process.env["TEST_DATABASE_URL"];

test.each([
  ["DuckDB", openDuckdb],
  ["DuckDB without delete", openWithoutDelete],
  ["PostgreSQL", url ? () => openPostgres(url) : undefined],
])(
  "the refresh after a killed one is right and cleans up, wherever and from whatever state it was killed: %s",
  { timeout: 900_000 },
  async (_, open) => {
    if (!open) return;
    const engine = await open();
    try {
      expect(await expectKilledRefreshes(engine)).toBeGreaterThanOrEqual(100);
    } finally {
      await engine.close();
    }
  },
);
