import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareVersions,
  environmentOf,
  fieldOf,
  folded,
  listOf,
  numberOf,
  textOf,
  timeOf,
  unitOf,
  versionOf,
} from "./attributes.ts";

test.each([
  ["Straße", "STRASSE"],
  ["ẞ", "ss"],
  ["ΟΔΟΣ", "οδοσ"],
  ["οδος", "ΟΔΟΣ"],
  ["İstanbul", "i̇stanbul"],
  ["ﬁn", "FIN"],
  ["\u212A", "k"],
  ["ſ", "S"],
  ["Ǆ", "ǅ"],
  ["𐐀", "𐐨"],
])("%s and %s are the same letters in another case", (left, right) => {
  expect(folded(left)).toBe(folded(right));
});

test.each([
  ["é", "e"],
  ["é", "e\u0301"],
  ["ø", "o"],
  ["ä", "ae"],
])("%s and %s are different texts", (left, right) => {
  expect(folded(left)).not.toBe(folded(right));
});

test("folding what is folded changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(folded(folded(text))).toBe(folded(text));
      expect(folded(text.toLowerCase())).toBe(folded(text));
    }),
  );
});

test.each([
  ["7", 7],
  [" 7.5 ", 7.5],
  [7, 7],
  ["-1e3", -1000],
  ["", undefined],
  [" ", undefined],
  [true, undefined],
  ["7 apples", undefined],
  ["Infinity", undefined],
  [Number.NaN, undefined],
  [[7], undefined],
  [{}, undefined],
  [null, undefined],
])("%j as a number is %j", (value, number) => {
  expect(numberOf(value)).toBe(number);
});

test.each([
  ["1.2", [1, 2]],
  ["1.2.0", [1, 2, 0]],
  ["1.10.0-beta.2", [1, 10, 0]],
  ["1.2+build.7", [1, 2]],
  [" 3 ", [3]],
  [5.2, [5, 2]],
  ["v1", undefined],
  ["1.", undefined],
  [".1", undefined],
  ["1..2", undefined],
  ["1.x", undefined],
  ["-1", undefined],
  ["", undefined],
  [null, undefined],
])("%j as a version is %j", (value, parts) => {
  expect(versionOf(value)).toEqual(parts);
});

// The order of precedence that semver.org gives for released versions, and shapes that are equal.
test("versions are ordered part by part, as numbers", () => {
  const order = ["0.9", "1.0.0", "1.0.1", "1.2", "1.2.0.1", "1.10", "2.0.0", "2.1.0", "2.1.1", "10"];
  const parsed = order.map((text) => versionOf(text) ?? []);
  for (const [left, older] of parsed.entries())
    for (const [right, newer] of parsed.entries())
      expect(Math.sign(compareVersions(older, newer))).toBe(Math.sign(left - right));
  expect(compareVersions([1, 2], [1, 2, 0, 0])).toBe(0);
});

const may = Date.UTC(2024, 4, 1);
test.each([
  [may, may],
  [String(may), may],
  [may / 1000, may],
  [String(may / 1000), may],
  ["2024-05-01", may],
  ["2024-05-01T00:00", may],
  ["2024-05-01 00:00:00", may],
  ["2024-05-01t00:00:00z", may],
  ["2024-05-01T02:00:00.000+02:00", may],
  ["2024-05-01T00:00:00.123456789Z", may + 123],
  ["2024-04-30T22:00-02:00", may],
  ["2024", undefined],
  ["2024-13-01", undefined],
  ["May 1, 2024", undefined],
  ["", undefined],
  [7, undefined],
  [null, undefined],
  [[may], undefined],
])("%j as a time is %j", (value, time) => {
  expect(timeOf(value)).toBe(time);
});

test.each([
  [
    ["a", 1],
    ["a", 1],
  ],
  ['["a",1]', ["a", 1]],
  ["[a", undefined],
  ["a,b", undefined],
  [{ 0: "a" }, undefined],
])("%j as a list is %j", (value, list) => {
  expect(listOf(value)).toEqual(list);
});

test("text is of one value only", () => {
  expect([textOf("a"), textOf(0), textOf(false), textOf(["a"]), textOf({}), textOf(null)]).toEqual([
    "a",
    "0",
    "false",
    undefined,
    undefined,
    undefined,
  ]);
});

test("a field is an attribute of the user, or custom, by its name or the name in lower case", () => {
  expect(fieldOf({ email: "a@b.example", custom: { email: "other" } }, "email")).toBe("a@b.example");
  expect(fieldOf({ custom: { email: "other" } }, "email")).toBe("other");
  expect(fieldOf({ custom: { plan: "pro" } }, "Plan")).toBe("pro");
  expect(fieldOf({}, "constructor")).toBeUndefined();
  expect(fieldOf({ custom: {} }, "__proto__")).toBeUndefined();
});

test("a unit is the user, or one of the custom ids", () => {
  const user = { userID: "u1", customIDs: { companyid: "c1" } };
  expect(["userID", "user_id", "companyID", "deviceID"].map((type) => unitOf(user, type))).toEqual([
    "u1",
    "u1",
    "c1",
    undefined,
  ]);
});

test("without an environment it is production", () => {
  expect([environmentOf({}), environmentOf({ environment: "staging" })]).toEqual(["production", "staging"]);
});
