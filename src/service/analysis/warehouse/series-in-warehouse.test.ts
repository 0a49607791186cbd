import { afterAll, beforeAll, describe, test } from "vitest";
import type { Database } from "#service/database/database.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { testedEngines, type OpenedEngine } from "./tested-engines.test-support.ts";
import { expectSeriesRandomly } from "./warehouse-series.test-support.ts";

describe.each(testedEngines())("%s", (_, open) => {
  let engine: OpenedEngine;
  let database: Database;
  beforeAll(async () => {
    [engine, database] = await Promise.all([open(), openTestDatabase()]);
  });
  afterAll(() => Promise.all([engine.close(), database.close()]));

  test("every day is what the log of the service gives", () => expectSeriesRandomly(database, engine, 25));
});
