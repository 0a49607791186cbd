import fc from "fast-check";
import { expect, test } from "vitest";
import { operators } from "./operators.ts";
import { lowerCased, listOf, numberOf, textOf, timeOf } from "./values.ts";
import { compareVersions, versionOf } from "./versions.ts";

test.each([
  ["STRAẞE", "straße"],
  ["οδος", "ΟΔΟΣ"],
  ["İstanbul", "i̇stanbul"],
  ["\u212A", "k"],
  ["Ǆ", "ǅ"],
  ["𐐀", "𐐨"],
])("%s and %s are the same letters in another case", (left, right) => {
  expect(lowerCased(left)).toBe(lowerCased(right));
});

test.each([
  ["é", "e"],
  ["é", "e\u0301"],
  ["ø", "o"],
  ["Straße", "STRASSE"],
  ["ΟΔΟΣ", "οδοσ"],
  ["ﬁn", "FIN"],
  ["ſ", "S"],
  ["ä", "ae"],
])("%s and %s are different texts", (left, right) => {
  expect(lowerCased(left)).not.toBe(lowerCased(right));
});

test("the lower case of a lower case is the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(lowerCased(lowerCased(text))).toBe(lowerCased(text));
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
  ["1.2+build.7", undefined],
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

// The precedence that semver.org gives for released versions, and spellings that are equal.
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
  ["1970-01-01", 0],
  ["2024-05-01T00:00", may],
  ["2024-05-01 00:00:00", may],
  ["2024-05-01t00:00:00z", may],
  ["2024-05-01T02:00:00.000+02:00", may],
  ["2024-05-01T00:00:00.123456789Z", may + 123],
  ["2024-04-30T22:00-02:00", may],
  ["2024", 2_024_000],
  ["2024-13-01", undefined],
  ["May 1, 2024", undefined],
  ["", undefined],
  [7, 7000],
  [-7, -7000],
  ["9999999999", 9_999_999_999_000],
  ["10000000000", 10_000_000_000],
  [7.5, undefined],
  [null, undefined],
  [[may], undefined],
])("%j as a time is %j", (value, time) => {
  expect(timeOf(value)).toBe(time);
});

test("times are those of Date.parse, at every edge of the calendar", () => {
  const two = (most: number) =>
    fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, "0"));
  const year = fc.integer({ min: 0, max: 9999 }).map((number) => String(number).padStart(4, "0"));
  const day = fc.tuple(year, two(14), two(33)).map((parts) => parts.join("-"));
  const clock = fc.tuple(two(26), two(62), two(62)).map((parts) => parts.join(":"));
  fc.assert(
    fc.property(day, clock, fc.constantFrom("Z", ".007Z", ".999Z"), (date, time, end) => {
      for (const text of [date, `${date}T${time}${end}`]) {
        const parsed = Date.parse(text);
        expect([text, timeOf(text)]).toEqual([text, Number.isNaN(parsed) ? undefined : parsed]);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  [
    ["a", 1],
    ["a", 1],
  ],
  ['["a",1]', undefined],
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

const meets = (operator: string, target: string | readonly string[], value: unknown) =>
  operators.get(operator)?.([target].flat())(value);
const long = "a".repeat(1000);

// Operator, target, values that meet it, and values that do not.
test.each<[string, string | string[], unknown[], unknown[]]>([
  ["any", ["DE", "Straße"], ["de", "DE", "STRAßE"], ["D", "STRASSE", "", " de", null, undefined, ["DE"], {}]],
  ["any", ["1", "true"], [1, "1", true], [1.5, "1.0", false, "01"]],
  ["any", [], [], ["", "a", null]],
  ["none", ["DE"], ["FR", "", null, undefined, ["DE"]], ["de", "DE"]],
  ["none", [], ["a", null], []],
  ["any_case_sensitive", ["DE"], ["DE"], ["de", null, ["DE"]]],
  ["none_case_sensitive", ["DE"], ["de", null], ["DE"]],
  ["str_contains_any", ["@Example.", "x"], ["a@EXAMPLE.com", "X"], ["a@b.c", "", null, ["x"]]],
  ["str_contains_any", ["ss"], ["MASS"], ["Mas", "Maß"]],
  ["str_contains_any", [], [], ["a"]],
  ["str_contains_none", ["@example."], ["a@b.c", "", null], ["a@EXAMPLE.com"]],
  ["str_matches", "^u-\\d+$", ["u-1"], ["U-1", "u-", null, ["u-1"], long]],
  ["str_matches", "^1", [1, 12], [21]],
  ["str_matches", "(", [], ["(", ""]],
  ["is_null", [], [null, undefined], ["", 0, false, [], {}]],
  ["is_not_null", [], ["", 0, false, [], {}], [null, undefined]],
  ["gt", "5", [5.01, "6", " 6 ", "1e3"], [5, "5", -6, "", "six", null, true, [6], Number.NaN]],
  ["gte", "5", [5, "5.0"], [4.99, null]],
  ["lt", "5", [4, "-1", 0], [5, "5", "", null, false]],
  ["lte", "-0.5", [-0.5, "-1"], [0, null]],
  ["gt", "five", [], [6, "five"]],
  ["gt", [], [], [6]],
  [
    "version_gt",
    "1.2",
    ["1.2.1", "1.10", "2", 1.3, "2.x"],
    ["1.2", "1.2.0", "1.1.9", "1.3+5", "v2", "", null],
  ],
  ["version_gte", "1.10.0", ["1.10", "1.10.0-beta.2", "1.11"], ["1.9.9", null]],
  ["version_lt", "1.2.0", ["1.1.9", "0", "1"], ["1.2", "1.2.0-alpha", "x", null]],
  ["version_lte", "1.2", ["1.2.0", "1.2.0-5"], ["1.2.1", "1.2.0+5", null]],
  ["version_eq", "1.2.0", ["1.2", "1.2.0.0", "1.2-rc"], ["1.2.1", "", null]],
  ["version_eq", "v1", [], ["v1", "1"]],
  ["version_eq", "1.2", [], ["1.2+5", "1.2.x", "1.x", "1.2."]],
  ["version_lt", "1.2.x", [], ["1", "0.9"]],
  [
    "before",
    "2024-05-01",
    ["2024-04-30", 1714521599, "2024-04-30T23:59:59.999Z"],
    ["2024-05-01", "soon", null],
  ],
  ["after", "2024-05-01", [1714521600001, "2024-05-01T00:00:01"], ["2024-05-01", 1714521600, "", null]],
  [
    "on",
    "2024-05-01T12:00:00Z",
    ["2024-05-01", "2024-05-01T23:59Z", 1714521600],
    ["2024-05-02", "2024-04-30T23:59", null],
  ],
  ["on", "2024-05-01", ["2024-05-02T01:00:00+02:00"], ["2024-05-01T01:00:00+02:00"]],
  ["on", "someday", [], ["someday", "2024-05-01"]],
  ["array_contains_any", ["a", "1"], [["a"], ["b", 1]], ['["a"]', ["b"], ["A"], [], "a", null, { a: 1 }]],
  ["array_contains_any", [], [], [["a"], []]],
  ["array_contains_none", ["a"], [["b"], []], [["a", "b"], "b", null]],
  ["array_contains_none", [], [["a"], []], [null, "a"]],
  ["array_contains_all", ["a", "b"], [["b", "c", "a"]], [["a"], [], "ab", null]],
  ["array_contains_all", [], [], [["a"], []]],
  ["not_array_contains_all", ["a", "b"], [["a"], []], [["a", "b", "c"], null, "a"]],
  ["not_array_contains_all", [], [["a"]], [null]],
])("%s %j", (operator, target, met, unmet) => {
  expect(met.filter((value) => meets(operator, target, value) !== true)).toEqual([]);
  expect(unmet.filter((value) => meets(operator, target, value) !== false)).toEqual([]);
});

test("a pattern that could run on and on is not judged, nor is a text too long for it", () => {
  expect(meets("str_matches", "^(a+)+$", "a")).toEqual({
    notJudged: "The pattern is not tried here. It repeats a part that itself can match in several ways",
  });
  expect(meets("str_matches", "a.*b.*c", long.slice(1))).toHaveProperty("notJudged");
  expect(meets("str_matches", "a.*b.*c", "abc")).toBe(true);
});
