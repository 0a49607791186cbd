import { expect, test } from "vitest";
import { countsByDay, fieldSentence, flagSentence, versionField, versionsText } from "./catalogue-words.ts";

test("a flag is a sentence with the day on which it began", () => {
  const say = (flag: object) => flagSentence({ kind: "new", day: 20_000, ...flag }, "add_to_cart");
  expect(say({})).toMatch(/^New since .*2024/);
  expect(say({ kind: "type_changed", field: "price", types: ["text", "number"] })).toMatch(
    /^price is number since .*, before that text$/,
  );
  expect(say({ kind: "similar_name", names: ["addToCart", "add_to_cart"] })).toMatch(
    /^Also written addToCart since/,
  );
  expect(say({ kind: "similar_name", field: "order_id", names: ["orderId"] })).toMatch(
    /^order_id is also written orderId since/,
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

test("a field says since when and until when, if that differs from its event", () => {
  const day = 86_400_000;
  const event = { firstTime: 100 * day, lastTime: 130 * day + 5 };
  const shared = (share: number) => fieldSentence({ name: "price", share, examples: [], types: [] });
  expect([1, 0.9999, 0.5, 0.0001].map(shared)).toEqual([
    "in every event",
    expect.stringMatching(/^in over 99\.9.* of the events$/),
    expect.stringMatching(/^in 50.* of the events$/),
    expect.stringMatching(/^in under 0\.1.* of the events$/),
  ]);
  const seen = (firstDay: number, lastDay: number) =>
    fieldSentence(
      { name: "price", share: 0.5, examples: [], types: [{ type: "number", events: 1, firstDay, lastDay }] },
      event,
    );
  expect(seen(100, 130)).toMatch(/^number, in 50.*of the events$/);
  expect(seen(110, 130)).toMatch(/, since .*1970$/);
  expect(seen(100, 120)).toMatch(/, until .*1970$/);
});

test("the versions of a source are those of a field of that name, or of the user", () => {
  const field = (name: string) => ({ name, types: [], share: 1, examples: [] });
  expect(versionField([field("conversion"), field("App Version")])).toBe('"App Version"');
  expect(versionField([field("price")])).toBe("user.appVersion");
  const values = ["5.2.1", "5.2.0"].map((value) => ({ value, events: 1, units: 1 }));
  expect(versionsText({ values, distinct: 5 })).toBe("Versions 5.2.1, 5.2.0 and 3 more");
  expect(versionsText({ values: [], distinct: 0 })).toBe("");
});
