import { expect, test } from "vitest";
import { fieldCounts, textOfField } from "./event-fields.ts";

const events = [
  { timestamp: "1", name: "a", customIDs: { stableID: "d1" }, metadata: { items: 2, coupon: null } },
  { timestamp: "2", name: "a", metadata: { items: 0, "a.b": { deep: true } } },
];

test("fields are counted over the events that carry them, ids of other types among them", () => {
  expect(fieldCounts(events)).toEqual([
    { value: "a.b", count: 1 },
    { value: "coupon", count: 1 },
    { value: "items", count: 2 },
    { value: "stableID", count: 1 },
  ]);
});

test("a field is a text; null and a field that is not there are none", () => {
  const texts = events.map((event) => ["items", "coupon", "a.b"].map((field) => textOfField(event, field)));
  expect(texts).toEqual([
    ["2", undefined, undefined],
    ["0", undefined, '{"deep":true}'],
  ]);
});
