import { expect, test } from "vitest";
import { runSchema } from "./schema-runner.ts";

test("a value that breaks the schema is told with its path", async () => {
  expect(
    await runSchema({ properties: { timeoutMs: { type: "number" } } }, [{ timeoutMs: "3" }, {}]),
  ).toEqual({
    schema: [],
    values: [[{ path: "timeoutMs", message: "Expected number, received string" }], []],
  });
});

test("a schema that takes for ever is given up after a second, and the next one still runs", async () => {
  const endless = { pattern: "^(a+)+$" };
  const started = Date.now();
  const [slow, quick] = await Promise.all([
    runSchema(endless, [`${"a".repeat(40)}b`]),
    runSchema({ type: "number" }, [1]),
  ]);
  expect(slow.schema).toEqual([{ path: "", message: "The schema took longer than 1 s to check" }]);
  expect(quick).toEqual({ schema: [], values: [[]] });
  expect(Date.now() - started).toBeLessThan(4000);
});
