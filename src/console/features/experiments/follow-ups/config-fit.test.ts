import { expect, test } from "vitest";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { changesOf, hasMatchingFields, textWith } from "./config-fit.ts";

const config: DynamicConfig = {
  id: "form",
  isEnabled: true,
  rules: [],
  defaultValue: { fields: 9, title: "Order", note: null },
  defaultValueJson5: "{\n  // Of the form.\n  fields: 9,\n  title: 'Order', // Above it.\n  note: null,\n}",
};

test("a config fits where it has every parameter with a value of the same type", () => {
  expect(hasMatchingFields(config, { fields: 1 })).toBe(true);
  expect(hasMatchingFields(config, { fields: "1" })).toBe(false);
  expect(hasMatchingFields(config, { fields: 1, color: "red" })).toBe(false);
  expect(hasMatchingFields(config, {})).toBe(false);
  expect(hasMatchingFields({ ...config, status: "Archived" }, { fields: 1 })).toBe(false);
});

test("the parameters take the place of their fields, and comments stay", () => {
  const parameters = { fields: 1, title: "Order" };
  expect(changesOf(config, parameters)).toEqual([{ field: "fields", before: 9, after: 1 }]);
  expect(textWith(config, parameters)).toBe(config.defaultValueJson5?.replace("fields: 9", "fields: 1"));
});
