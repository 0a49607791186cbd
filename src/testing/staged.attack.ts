// Refreshes of staged days, each killed after another statement.
import { expect, test } from "vitest";
import { expectKilledRefreshes } from "#service/analysis/warehouse/killed-refreshes.test-support.ts";
import { openDuckdb } from "#service/analysis/warehouse/tested-engines.test-support.ts";

test(
  "the refresh after a killed one is right, wherever and from whatever state it was killed",
  { timeout: 900_000 },
  async () => {
    const engine = await openDuckdb();
    try {
      expect(await expectKilledRefreshes(engine)).toBeGreaterThan(20);
    } finally {
      await engine.close();
    }
  },
);
