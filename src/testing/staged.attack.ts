// A hundred refreshes of staged days, each killed after another statement.
import { expect, test } from "vitest";
import { expectKilledRefreshes } from "#service/analysis/warehouse/killed-refreshes.test-support.ts";
import { openDuckdb } from "#service/analysis/warehouse/tested-engines.test-support.ts";

test("the refresh after a killed one is right, a hundred times", { timeout: 900_000 }, async () => {
  const engine = await openDuckdb();
  try {
    // Each position is reached, from both starting states.
    expect(await expectKilledRefreshes(engine, 100, 1)).toBeLessThan(50);
  } finally {
    await engine.close();
  }
});
