import { afterAll, beforeAll, describe, test } from "vitest";
import { testedEngines, type OpenedEngine } from "./tested-engines.test-support.ts";
import { expectPlainFilters, expectPlainRandomly } from "./warehouse-oracle.test-support.ts";

describe.each(testedEngines())("%s", (_, open) => {
  let engine: OpenedEngine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());

  test("every sum is what a plain reading of the definitions gives", { timeout: 120_000 }, () =>
    expectPlainRandomly(engine, 15),
  );
  test("filters, and properties of many values", () => expectPlainFilters(engine));
});
