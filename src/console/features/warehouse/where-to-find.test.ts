import { expect, test } from "vitest";
import { warehouseFields, warehouseProviderNames } from "#contract/warehouse-providers.ts";
import { whereToFind } from "./where-to-find.ts";

test.each(warehouseProviderNames)("every setting of %s that is typed says where it is found", (provider) => {
  const typed = warehouseFields(provider).filter(({ kind }) => kind === "text");
  expect(Object.keys(whereToFind[provider])).toEqual(expect.arrayContaining(typed.map(({ name }) => name)));
});
