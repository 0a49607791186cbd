import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

test.each([
  ["PORT", "0x1"],
  ["PORT", "65536"],
  ["DATABASE_URL", "mysql://db"],
  ["API_KEY_HEADER", "x y"],
  ["CONSOLE_API_KEY", "of-23-characters-only-x"],
  ["COMPANY_ID", "a/b"],
  ["CONSOLE_URL", "nowhere"],
  ["RATE_LIMIT", "0/7s"],
  ["RATE_LIMIT", "5/0s"],
  ["SECRETS_KEY", "abc"],
  ["MEMORY_LIMIT", "199"],
  ["USER_ATTRIBUTES", ",email"],
  ["EVENT_RETENTION_DAYS", "0"],
  ["EVENT_COPY", "off"],
  ["DEMO", "yes"],
])("%s=%s stops the start with a line that names it and what it takes, without its value", (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^A setting is not valid:\n  ${name}: `));
  expect(() => readSettings({ [name]: value })).not.toThrow(value);
});

test("what is not set, or set to nothing, has its default", () => {
  expect(readSettings({ PORT: "", RATE_LIMIT: "" })).toMatchObject({
    PORT: 4000,
    HOST: "127.0.0.1",
    RATE_LIMIT: [
      { points: 100, seconds: 10 },
      { points: 900, seconds: 900 },
    ],
  });
});
