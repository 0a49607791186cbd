// The page of events on every engine, by our clients: rows, counts and histogram are those of the same events read one by one.
import { afterAll, beforeAll, describe, test } from "vitest";
import { expectSameEvents, sameFilters } from "#service/events/warehouse/same-events.test-support.ts";
import { isFound, startEngine, type Engine, type EngineName } from "./engines.ts";
import { measuredEngine, type MeasuredProvider } from "./measured-engine.ts";

const engines: readonly (readonly [EngineName, MeasuredProvider])[] = [
  ["postgres", "postgres"],
  ["trino", "trino"],
  ["spark", "databricks"],
  ["fakesnow", "snowflake"],
  ["bqemulator", "bigquery"],
];

describe.each(engines.filter(([name]) => isFound(name)))("%s", (name, provider) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine(name);
  }, 180_000);
  afterAll(() => engine?.end());

  test("finds the events of every filter", { timeout: 240_000 }, async () => {
    await expectSameEvents(await measuredEngine(engine, provider), provider, "timestamp", sameFilters);
  });
});
