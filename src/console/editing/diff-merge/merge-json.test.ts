import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sameJson, type Json } from "#contract/json5.ts";
import { mergeJson, pathText, type JsonMerge } from "./merge-json.ts";

const words = ({ take, conflicts }: JsonMerge) => ({
  take: take.map(
    ({ path, value }) => `${pathText(path)} = ${value === undefined ? "gone" : JSON.stringify(value)}`,
  ),
  conflicts: conflicts.map(({ path }) => pathText(path)),
});

test.each<[string, Json, Json, Json, string[], string[]]>([
  ["nobody changed anything", { a: 1 }, { a: 1 }, { a: 1 }, [], []],
  ["only I changed something", { a: 1 }, { a: 2 }, { a: 1 }, [], []],
  ["only they changed something", { a: 1 }, { a: 1 }, { a: 2 }, ["a = 2"], []],
  ["both changed different things", { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, ["b = 2"], []],
  ["both changed the same thing alike", { a: 1 }, { a: 2 }, { a: 2 }, [], []],
  ["both changed the same thing differently", { a: 1 }, { a: 2 }, { a: 3 }, [], ["a"]],
  ["they removed what I kept", { a: 1, b: 1 }, { a: 1, b: 1 }, { b: 1 }, ["a = gone"], []],
  ["they removed what I changed", { a: 1 }, { a: 2 }, {}, [], ["a"]],
  ["they added something", {}, { a: 1 }, { b: { c: 1 } }, ['b = {"c":1}'], []],
  ["both added the same name differently", {}, { a: { x: 1 } }, { a: { y: 2 } }, ["a.y = 2"], []],
  ["nested things", { a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, { a: { b: 1, c: 3 } }, ["a.c = 3"], []],
  ["items of lists as long as before", { a: [1, 2] }, { a: [9, 2] }, { a: [1, 8] }, ["a.1 = 8"], []],
  ["lists that both made longer", { a: [1] }, { a: [1, 2] }, { a: [1, 3] }, [], ["a"]],
  ["another type", { a: 1 }, { a: [1] }, { a: { b: 1 } }, [], ["a"]],
])("%s", (_, base, mine, theirs, take, conflicts) => {
  expect(words(mergeJson(base, mine, theirs))).toEqual({ take, conflicts });
});

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

test("what nobody but one changed never conflicts", () => {
  fc.assert(
    fc.property(json, json, (base, changed) => {
      expect(mergeJson(base, changed, base)).toEqual({ take: [], conflicts: [] });
      expect(mergeJson(base, base, changed).conflicts).toEqual([]);
      expect(mergeJson(base, changed, changed)).toEqual({ take: [], conflicts: [] });
    }),
  );
});

test("both see the same conflicts", () => {
  fc.assert(
    fc.property(json, json, json, (base, mine, theirs) => {
      const places = (merge: JsonMerge) => merge.conflicts.map(({ path }) => pathText(path)).sort();
      expect(places(mergeJson(base, mine, theirs))).toEqual(places(mergeJson(base, theirs, mine)));
      for (const conflict of mergeJson(base, mine, theirs).conflicts)
        expect(sameJson(conflict.mine, conflict.theirs) && conflict.mine !== undefined).toBe(false);
    }),
  );
});
