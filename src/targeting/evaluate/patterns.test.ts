import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleOfPattern, preparePattern } from "./patterns.ts";

const outcome = (source: string, text: string) => {
  const prepared = preparePattern(source);
  return "matches" in prepared ? prepared.matches(text) : prepared.isRefused ? "refused" : "invalid";
};

test.each([
  ["^a+$", "aaa", true],
  ["^a+$", "aab", false],
  ["example", "an example", true],
  ["^user-\\d{3,5}$", "user-1234", true],
  ["@(example|sample)\\.(com|org)$", "a@sample.org", true],
  ["^\\d+(\\.\\d+)*$", "1.22.333", true],
  ["^([a-z]+-)*[a-z]+$", "a-b-c", true],
  ["^(?:DE|FR)$", "FR", true],
  ["^(?!test)", "tester", false],
  ["[[\\]]", "]", true],
  ["", "anything", true],
  ["Case", "case", false],
])("%s on %s is %j", (source, text, expected) => {
  expect(outcome(source, text)).toBe(expected);
});

test.each(["(", "[", "a**", "\\", "(?<n>a)(?<n>b)", "*"])("%s is no pattern", (source) => {
  expect(outcome(source, "a")).toBe("invalid");
});

// Textbook cases of catastrophic backtracking: exponential ones first, then ones of a high power.
test.each([
  "^(a+)+$",
  "^(a*)*$",
  "^(a|a)*$",
  "^(a|aa)+$",
  "^(.*a){20}$",
  "(x+x+)+y",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "^(\\w+\\s?)*$",
  `${"a?".repeat(30)}${"a".repeat(30)}`,
  "(.*)(.*)(.*)(.*)(.*)(.*)(.*)x",
  "(a)\\1",
  "(?<first>a)\\k<first>",
  "(".repeat(30) + ")".repeat(30),
  "a".repeat(501),
])("%s is refused", (source) => {
  expect(outcome(source, "a")).toBe("refused");
});

test("a text too long for its pattern is not tried, one that is longer than clients take matches nothing", () => {
  expect(outcome("a.*b.*c", "a".repeat(100))).toBe(false);
  expect(outcome("a.*b.*c", "a".repeat(900))).toBeUndefined();
  expect(outcome("^a", "a".repeat(999))).toBe(true);
  expect(outcome("^a", "a".repeat(1000))).toBe(false);
});

const shapes = fc.stringMatching(/^[ab.|()*+?{}12,[\]\\^$d-]{0,30}$/);

test("whatever is tried ends at once", () => {
  const worst = ["a", "b", "ab", "a1-"].map((part) => part.repeat(999).slice(0, 990));
  fc.assert(
    fc.property(shapes, (source) => {
      const prepared = preparePattern(source);
      if (!("matches" in prepared)) return;
      const started = Date.now();
      for (const text of worst) {
        for (const length of [40, 200, 990]) prepared.matches(`${text.slice(0, length)}!`);
      }
      expect(Date.now() - started).toBeLessThan(1000);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  "^user-\\d{3}$",
  "^[^a]b+c?$",
  "(x|y)\\.z",
  "\\w+@example\\.com$",
  "^v[0-9]+(\\.[0-9]+)*$",
  "^\\u0041$",
])("the example of %s matches it", (source) => {
  expect(exampleOfPattern(source)).toMatch(new RegExp(source));
});
