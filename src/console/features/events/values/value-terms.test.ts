import { expect, test } from "vitest";
import { parseField, parseWhere, printWhere } from "#contract/event-where.ts";
import { withValue } from "./value-terms.ts";

test("a value joins the others of its field, and leaves the opposite ones", () => {
  const add = (where: string, condition: "is" | "is not", value: string) =>
    printWhere(withValue(where ? parseWhere(where) : [], parseField("country"), condition, value));
  expect(add("", "is", "DE")).toBe("country is DE");
  expect(add("country is DE and value > 2", "is", "SE")).toBe("country is DE, SE and value > 2");
  expect(add("country is DE, SE", "is not", "SE")).toBe("country is DE and country is not SE");
  expect(add("country is DE", "is not", "DE")).toBe("country is not DE");
  expect(add('"user.country" is DE', "is", "DE")).toBe('"user.country" is DE and country is DE');
});
