import { expect, test } from "vitest";
import {
  filterOf,
  fixedTimes,
  partOf,
  partText,
  readTyped,
  termsOf,
  termOfValue,
  whereText,
  withTerms,
} from "./question.ts";

test("what is typed are conditions, and a text without any is looked for everywhere", () => {
  expect(readTyped("country is DE, SE")).toEqual({
    terms: [{ field: { part: "metadata", key: "country" }, condition: "is", values: ["DE", "SE"] }],
  });
  expect(readTyped("summer sale")).toEqual({
    terms: [{ field: { part: "anything" }, condition: "contains", values: ["summer sale"] }],
  });
  expect(readTyped("value > much")).toEqual({
    problem: "Expected a number after '>', received 'much' (character 9)",
  });
});

test("names, users and sources go to the parameters of their own", () => {
  const where = "name is a, b and source is web and userID is not u1 and country is DE and name is c";
  expect(filterOf({ where, from: "-24h", to: "nonsense" })).toEqual({
    from: "-24h",
    name: ["a", "b"],
    source: ["web"],
    where: "userID is not u1 and country is DE and name is c",
  });
  expect(filterOf({ where: "country is" })).toEqual({});
});

test("on the page of one event a condition on another name is not dropped", () => {
  expect(filterOf({ where: "name is other" }, "order")).toEqual({ name: ["order"], where: "name is other" });
});

test("a value is included or excluded once, an empty one by its absence", () => {
  const country = { part: "metadata", key: "page title" } as const;
  const once = withTerms(termsOf({}), [termOfValue(country, "A, B", false)]);
  expect(
    whereText(withTerms(once, [termOfValue(country, "A, B", false), termOfValue(country, "", true)])),
  ).toBe('"page title" is "A, B" and "page title" exists');
});

test("a copied link names the times that were in view", () => {
  const now = Date.UTC(2026, 10, 14, 12);
  expect(fixedTimes({ from: "-24h" }, now)).toEqual({
    from: "2026-11-13T12:00:00.000Z",
    to: "2026-11-14T12:00:00.000Z",
  });
  expect(fixedTimes({}, now)).toEqual({});
});

test("a part of the time is two times in their order", () => {
  const part = { from: Date.UTC(2026, 10, 14), to: Date.UTC(2026, 10, 15) };
  expect(partOf(partText(part))).toEqual(part);
  expect(partOf("2026-11-15/2026-11-14")).toBeUndefined();
  expect(partOf("yesterday")).toBeUndefined();
});
