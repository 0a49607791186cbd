import { expect, test } from "vitest";
import type { Condition } from "#contract/condition.ts";
import { prepareCondition } from "./conditions.ts";
import { withDerived } from "./derived-attributes.ts";
import type { User } from "./places.ts";

const meets = (condition: Condition, user: User) =>
  prepareCondition(condition, () => () => true).test(withDerived(user));
const is = (type: string, targetValue: string): Condition => ({ type, operator: "any", targetValue });
const phone =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";

test("browser, system and country are read from the user agent and the address", () => {
  const user = { userAgent: phone, ip: "8.8.8.8" };
  expect(meets(is("browser_name", "Chrome Mobile"), user)).toBe(true);
  expect(meets(is("browser_version", "126.0.0.0"), user)).toBe(true);
  expect(meets(is("os_name", "android"), user)).toBe(true);
  expect(meets(is("os_version", "14"), user)).toBe(true);
  expect(meets(is("country", "us"), user)).toBe(true);
});

test("the user's own attributes come first, a custom field is not derived, and what cannot be read is absent", () => {
  expect(meets(is("country", "de"), { ip: "8.8.8.8", country: "DE" })).toBe(true);
  expect(meets(is("os_name", "mine"), { userAgent: phone, custom: { os_name: "Mine" } })).toBe(true);
  expect(meets({ ...is("custom_field", "US"), field: "country" }, { ip: "8.8.8.8" })).toBe(false);
  expect(meets(is("country", "us"), { ip: "::1" })).toBe(false);
  expect(meets(is("browser_name", "Chrome Mobile"), { userAgent: phone.padEnd(1001) })).toBe(false);
});
