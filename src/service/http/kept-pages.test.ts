import { expect, test } from "vitest";
import { testApp } from "#service/test-app.test-support.ts";
import { keptPages, textOf } from "./kept-pages.ts";
import { responseCache } from "./response-cache.ts";

test("a page is put together once as long as its items and everything around them are the same", () => {
  const answers = responseCache<{ id: string; state: string }>();
  const documents = ["a", "b"].map((id) => ({ id }));
  const items = (state: string) =>
    documents.map((document) => answers(document, [state], () => ({ ...document, state })));
  const pages = keptPages();
  const parts = (state: string, after = "]}") => ({ before: "{[", items: items(state), after });
  const first = pages(parts("on"));
  expect(first?.bytes.toString()).toBe('{[{"id":"a","state":"on"},{"id":"b","state":"on"}]}');
  expect(pages(parts("on"))).toBe(first);
  const others = [
    parts("off"),
    parts("on"),
    parts("on", "],1}"),
    { ...parts("on"), items: items("on").toReversed() },
    { ...parts("on"), items: items("on").slice(1) },
    { ...parts("on"), items: [] },
  ];
  for (const other of others) {
    expect(pages(other)).not.toBe(first);
    expect(pages(other)?.bytes.toString()).toBe(textOf(other));
  }
  expect(new Set(others.map((other) => pages(other)?.tag)).size).toBe(others.length);
  // A list whose items are not cached is not kept.
  expect(pages({ before: "{[", items: [{ id: "a" }], after: "]}" })).toBeUndefined();
});

test("pages show every write at once, whatever was asked before", async () => {
  const service = await testApp();
  const path = "/console/v1/gates";
  for (const name of ["one", "two", "three"])
    await service.request("POST", path, { body: { name, description: "x".repeat(600) } });
  const queries = ["", "?limit=2", "?limit=2&page=2", "?search=t", "?counts=true"];
  const read = async () => {
    for (const query of queries) {
      const { body } = await service.request("GET", `${path}${query}`);
      const { body: again } = await service.request("GET", `${path}${query}`);
      expect(again).toEqual(body);
      const shown: unknown = body.data;
      if (!Array.isArray(shown)) throw new Error("no list");
      for (const gate of shown)
        expect(gate).toEqual((await service.request("GET", `${path}/${gate.id}`)).body.data);
    }
  };
  await read();
  await service.request("PATCH", `${path}/two`, { body: { description: "changed".repeat(100) } });
  await read();
  await service.request("PUT", `${path}/one/disable`);
  await read();
  // A reference changes the staleness of another gate.
  const rule = {
    name: "r",
    passPercentage: 100,
    conditions: [{ type: "passes_gate", targetValue: ["two"] }],
  };
  await service.request("PATCH", `${path}/three`, { body: { rules: [rule] } });
  await read();
  await service.request("DELETE", `${path}/one`);
  await read();
  expect((await service.request("GET", path)).body.data).toHaveLength(2);
  await service.close();
});
