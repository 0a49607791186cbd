import { expect, test } from "vitest";
import { countsByDay, flagSentence } from "./catalogue-words.ts";

test("a flag is a sentence with the day on which it began", () => {
  const say = (flag: object) => flagSentence({ kind: "new", day: 20_000, ...flag }, "add_to_cart");
  expect(say({})).toMatch(/^New since .*2024/);
  expect(say({ kind: "type_changed", field: "price", types: ["text", "number"] })).toMatch(
    /^price is number since .*, before that text$/,
  );
  expect(say({ kind: "similar_name", names: ["addToCart", "add_to_cart"] })).toMatch(
    /^Also written addToCart since/,
  );
});

test("the counts of days end today, and days without events have none", () => {
  const days = [
    { day: 100, events: 4 },
    { day: 98, events: 2 },
    { day: 1, events: 9 },
  ];
  expect(countsByDay(days, 101, 4)).toEqual([2, 0, 4, 0]);
});
