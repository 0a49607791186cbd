// Tests the text syntax of event filters: a printed filter parses back to the same filter, whatever characters it contains.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { criteriaOf, termsWithoutCriterion, whereOf } from "./event-criteria.ts";
import { matchesEvent } from "./event-matches.ts";
import { anyWheres, eventWheres, storedEvents } from "./event-where.test-support.ts";
import { parseField, parseWhere, printField, printWhere } from "./event-where.ts";
import { EventFilterQuery, eventFilterOf } from "./event-query.ts";

const problemOf = (text: string) => {
  try {
    parseWhere(text);
  } catch (error) {
    return String(error);
  }
  return undefined;
};

test("every filter is read as it was printed", () => {
  fc.assert(
    fc.property(fc.oneof(eventWheres, anyWheres), (where) => {
      expect(parseWhere(printWhere(where))).toEqual(where);
      for (const { field } of where) expect(parseField(printField(field))).toEqual(field);
    }),
  );
});

test("a filter may be written in several ways, and is printed in one", () => {
  const printed = (text: string) => printWhere(parseWhere(text));
  expect(printed('country=DE,  SE AND value≥50 and "page.title" Does Not Contain "summer sale"')).toBe(
    'country is DE, SE and value >= 50 and page.title does not contain "summer sale"',
  );
  expect(printed("coupon is not empty and plan does not exist and a != b")).toBe(
    "coupon exists and plan is empty and a is not b",
  );
  expect(printed('"value" is 1 and user."a b" exists and id.stableID is d1 and "user.x" is "and"')).toBe(
    '"value" is 1 and user."a b" exists and id.stableID is d1 and "user.x" is "and"',
  );
  expect(printed('anything contains "a\\u0000b"')).toBe("anything contains a\uFFFDb");
  expect(parseWhere("  ")).toEqual([]);
});

test.each([
  ["country", "Expected a condition after 'country': is, is not"],
  ["country is", "A value is needed (character 11)"],
  [
    "country is DE, and x is 1",
    "A value is needed before 'and'; the word itself stands in quotes (character 16)",
  ],
  [
    "country is summer sale",
    "Expected 'and' or the end; a value with spaces stands in quotes (character 19)",
  ],
  ['country is "DE', "The quote is not closed (character 12)"],
  ['country is "\\x"', "Within quotes only the escapes of JSON are known"],
  ['coupon is ""', "for none there is 'is empty' (character 11)"],
  ["value > many", "Expected a number after '>', received 'many' (character 9)"],
  ["value > 1, 2", "'>' takes one number (character 9)"],
  ["a is 1 and", "A condition is needed after 'and' (character 11)"],
  ["anything is 1", "'anything' is only asked for what it contains"],
])("%s is refused with the place", (text, problem) => {
  expect(problemOf(text)).toContain(problem);
});

test("what a metric can say of a filter means the same, and comes back as it was", () => {
  fc.assert(
    fc.property(eventWheres, (where) => {
      const others = termsWithoutCriterion(where);
      expect(whereOf(criteriaOf(where))).toEqual(where.filter((term) => !others.includes(term)));
    }),
  );
  expect(
    whereOf([{ type: "value", condition: "in", values: ["1"], nullVacuousOverride: true }]),
  ).toBeUndefined();
});

describe("the parameters of a filter", () => {
  const filterOf = (query: object) => eventFilterOf(EventFilterQuery.parse(query), 1_000_000_000);

  test("name a time in ms, as a date, or before now", () => {
    expect(filterOf({ from: "-24h", to: "now" })).toMatchObject({ from: 913_600_000, to: 1_000_000_000 });
    expect(filterOf({ from: "1970-01-02", to: "1970-01-02T01:00" })).toMatchObject({
      from: 86_400_000,
      to: 90_000_000,
    });
    expect(filterOf({ from: "123" })).toMatchObject({ from: 123 });
  });

  test("name units of any type together", () => {
    expect(filterOf({ userID: "a:b", unit: ["stableID:d:1"] }).units).toEqual([
      { type: "userID", id: "a:b" },
      { type: "stableID", id: "d:1" },
    ]);
  });

  test.each([{ from: "yesterday" }, { unit: "d1" }, { where: "x" }, { to: "2026-02-30T25:00" }])(
    "%o are refused",
    (query) => {
      const { error } = EventFilterQuery.safeParse(query);
      expect(error?.issues.map(({ path }) => path[0])).toEqual(Object.keys(query));
    },
  );

  test("leave an event in or out as a whole", () => {
    const [event] = fc.sample(storedEvents(0), { numRuns: 1, seed: 1 });
    if (!event) throw new Error("no event");
    expect(matchesEvent(event, filterOf({}))).toBe(true);
    expect(matchesEvent(event, { where: [], from: event.time, to: event.time })).toBe(false);
  });
});
