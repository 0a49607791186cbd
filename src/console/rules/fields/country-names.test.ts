import { expect, test } from "vitest";
import { countries, countryCode } from "./country-names.ts";

test("countries are offered by name, each once, without unions, old states and made-up codes", () => {
  const codes = countries().map(({ value }) => value);
  expect(codes).toEqual(expect.arrayContaining(["DK", "CI", "US", "XK"]));
  expect(codes.filter((code) => ["EU", "UN", "SU", "DD", "XA", "ZZ", "AB"].includes(code))).toEqual([]);
  expect(codes.length).toBeGreaterThan(240);
  expect(countries().find(({ value }) => value === "DK")?.label).toBe("Denmark (DK)");
});

test.each([
  ["dk", "DK"],
  ["Denmark", "Denmark"],
])("%s is kept as %s", (typed, kept) => expect(countryCode(typed)).toBe(kept));
