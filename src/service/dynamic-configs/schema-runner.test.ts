import { expect, test } from "vitest";
import { runSchema } from "./schema-runner.ts";

const caller = (name: string, signal = new AbortController().signal) => ({ key: { name }, signal });
const one = caller("one");
/** A pattern that takes until the time limit. */
const endless = { pattern: "^(a|a)*$" };
const endlessValue = `${"a".repeat(40)}b`;

test("a value that breaks the schema is told with its path", async () => {
  expect(
    await runSchema({ properties: { timeoutMs: { type: "number" } } }, [{ timeoutMs: "3" }, {}], one),
  ).toEqual({
    schema: [],
    values: [[{ path: "timeoutMs", message: "Expected number, received string" }], []],
  });
});

test("a schema that takes for ever is given up after a second, and the next one still runs", async () => {
  const started = Date.now();
  const [slow, quick] = await Promise.all([
    runSchema(endless, [endlessValue], one),
    runSchema({ type: "number" }, [1], one),
  ]);
  expect(slow.schema).toEqual([{ path: "", message: "The schema took longer than 1 s to check" }]);
  expect(quick).toEqual({ schema: [], values: [[]] });
  expect(Date.now() - started).toBeLessThan(4000);
});

test("whoever sends many endless schemas waits for them; the newest check, and that of another key, come after the one that runs", async () => {
  const leaving = new AbortController();
  const many = Array.from({ length: 32 }, () =>
    runSchema(endless, [endlessValue], caller("many", leaving.signal)),
  );
  let checked = 0;
  const settled = Promise.allSettled(many.map((check) => check.then(() => (checked += 1))));
  const honest = runSchema({ type: "number" }, [1], caller("many"));
  // 30 checks may wait behind the running one; this one takes the place of the oldest.
  await expect(many[1]).rejects.toMatchObject({ status: 503, headers: { "Retry-After": "1" } });
  await expect(many[2]).rejects.toThrow("Too many checks of this key are waiting");
  expect(await runSchema({ type: "number" }, [1], one)).toEqual({ schema: [], values: [[]] });
  expect(await honest).toEqual({ schema: [], values: [[]] });
  expect(checked).toBe(1);
  leaving.abort();
  const refused = (await settled).filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(29);
});
