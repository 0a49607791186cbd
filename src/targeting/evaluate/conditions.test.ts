import { expect, test } from "vitest";
import type { Condition } from "#contract/condition.ts";
import { prepareCondition } from "./conditions.ts";
import { environmentOf, fieldPlace, unitPlace, type User } from "./places.ts";

test("a field is an attribute of the user, or custom, by its name or the name in lower case", () => {
  expect(fieldPlace("email").read({ email: "a@b.example", custom: { email: "other" } })).toBe("a@b.example");
  expect(fieldPlace("email").read({ custom: { email: "other" } })).toBe("other");
  expect(fieldPlace("Plan").read({ custom: { plan: "pro" } })).toBe("pro");
  expect(fieldPlace("constructor").read({})).toBeUndefined();
  expect(fieldPlace("__proto__").read({ custom: {} })).toBeUndefined();
});

test("a unit is the user, or one of the custom ids", () => {
  const user = { userID: "u1", customIDs: { companyid: "c1" } };
  expect(["userID", "user_id", "companyID", "deviceID"].map((type) => unitPlace(type).read(user))).toEqual([
    "u1",
    "u1",
    "c1",
    undefined,
  ]);
});

test("without an environment it is production", () => {
  const named = ["staging", "", undefined].map((environment) => environmentOf({ environment }));
  expect(named).toEqual(["staging", "production", "production"]);
  expect(fieldPlace("environment").read({ environment: "staging", custom: { environment: "x" } })).toBe("x");
});

const gates: Readonly<Record<string, boolean>> = { open: true, shut: false };
const answer = (condition: Condition, user: User) =>
  prepareCondition(condition, (id) => () => gates[id] ?? { notJudged: `${id}?` }).test(user);

const may = Date.UTC(2024, 4, 1);

// Condition, a user that meets it, and one that does not.
test.each<[Condition, User, User]>([
  [{ type: "user_id", operator: "any", targetValue: ["U1"] }, { userID: "u1" }, { userID: "u2" }],
  [
    { type: "unit_id", customID: "companyID", operator: "any", targetValue: "c1" },
    { customIDs: { companyID: "c1" } },
    { userID: "c1" },
  ],
  [{ type: "email", operator: "str_contains_any", targetValue: "@a." }, { email: "x@A.b" }, {}],
  [{ type: "custom_field", field: "age", operator: "gte", targetValue: 18 }, { custom: { age: "18" } }, {}],
  [{ type: "custom_field", field: "age", operator: "is_null" }, {}, { custom: { age: 0 } }],
  [{ type: "app_version", operator: "version_lt", targetValue: "5.2" }, { appVersion: "5.1.9" }, {}],
  [{ type: "browser_version", operator: "any", targetValue: "17" }, { browserVersion: 17 }, {}],
  [
    { type: "os_version", operator: "version_gt", targetValue: "14" },
    { osVersion: "14.1" },
    { osVersion: "14" },
  ],
  [{ type: "browser_name", operator: "none", targetValue: "Safari" }, {}, { browserName: "safari" }],
  [
    { type: "os_name", operator: "any", targetValue: ["iOS"] },
    { custom: { os_name: "ios" } },
    { custom: { osName: "ios" } },
  ],
  [{ type: "country", operator: "any", targetValue: ["DE", "FR"] }, { country: "fr" }, { country: "SE" }],
  [{ type: "ip_address", operator: "any", targetValue: "10.0.0.1" }, { ip: "10.0.0.1" }, { ip: "10.0.0.2" }],
  [{ type: "locale", operator: "any", targetValue: "de-DE" }, { locale: "de-de" }, { locale: "de" }],
  [{ type: "device_model", operator: "str_matches", targetValue: "^P" }, { deviceModel: "P9" }, {}],
  [{ type: "time", operator: "before", targetValue: may }, { time: may - 1 }, { time: may }],
  [{ type: "time", operator: "after", targetValue: String(may) }, { time: may + 1 }, { time: may }],
  [{ type: "environment_tier", operator: "any", targetValue: "Production" }, {}, { environment: "staging" }],
  [
    { type: "experiment_group", field: "price", operator: "none", targetValue: "Test" },
    { experimentGroups: { price: "Control" } },
    { experimentGroups: { price: "test" } },
  ],
  [{ type: "custom_field", field: "age", operator: "GT", targetValue: 1 }, { custom: { age: 2 } }, {}],
])("%j", (condition, met, unmet) => {
  expect(answer(condition, met)).toBe(true);
  expect(answer(condition, unmet)).toBe(false);
});

test("everyone meets a public condition", () => {
  expect(answer({ type: "public" }, {})).toBe(true);
});

test.each([
  ["passes_gate", "open", true],
  ["passes_gate", "shut", false],
  ["fails_gate", "open", false],
  ["fails_gate", "shut", true],
  ["passes_gate", ["shut", "open"], true],
  ["fails_gate", ["open", "shut"], true],
  ["passes_gate", ["lost", "open"], true],
  ["passes_gate", [], false],
  ["passes_gate", ["lost", "shut"], { notJudged: "lost?" }],
  ["fails_gate", "lost", { notJudged: "lost?" }],
])("%s %j is %j", (type, targetValue, expected) => {
  expect(answer({ type, targetValue }, {})).toEqual(expected);
});

test.each<[string, Condition, User]>([
  ["a script", { type: "javascript", targetValue: "true" }, {}],
  ["an app", { type: "target_app", operator: "any", targetValue: "web" }, {}],
  ["a type of another service", { type: "constructor", operator: "any", targetValue: "web" }, {}],
  ["an encoded list", { type: "user_id", operator: "encoded_any", targetValue: "x" }, { userID: "x" }],
  ["no operator", { type: "country", targetValue: "DE" }, { country: "DE" }],
  ["a time that is not given", { type: "time", operator: "after", targetValue: 1 }, {}],
  [
    "an unknown group",
    { type: "experiment_group", field: "toString", operator: "none", targetValue: "a" },
    { experimentGroups: {} },
  ],
  [
    "a browser known by user agent only",
    { type: "browser_name", operator: "any", targetValue: "Safari" },
    { userAgent: "Mozilla/5.0" },
  ],
  [
    "a country known by address only",
    { type: "country", operator: "none", targetValue: "DE" },
    { ip: "10.0.0.1" },
  ],
])("%s is not judged", (_what, condition, user) => {
  expect(answer(condition, user)).toEqual({ notJudged: expect.stringMatching(/^[A-Z].*[^.]$/) });
});

test("the value that a condition looks at can be told", () => {
  const value = (condition: Condition, user: User) =>
    prepareCondition(condition, () => () => true).value(user);
  expect(value({ type: "country", operator: "any", targetValue: "DE" }, { country: 7 })).toBe(7);
  expect(value({ type: "public" }, {})).toBeUndefined();
});
