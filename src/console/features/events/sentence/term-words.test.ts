import { expect, test } from "vitest";
import { parseWhere } from "#contract/event-where.ts";
import { leadOf, termWords } from "./term-words.ts";

test.each([
  ["value >= 50", "with Value at least 50"],
  ["country is DE, SE", "in country DE, SE"],
  ["userID is not u1", "with User not u1"],
  ["anything contains sale", "with Anything containing sale"],
  ["user.plan exists", "with user.plan present"],
  ["name is a, b", "with a or b"],
])("%s reads: %s", (where, said) => {
  const [term] = parseWhere(where);
  if (!term) throw new Error("No condition");
  const { field, asked } = termWords(term);
  expect([leadOf(term, true), field, asked].filter(Boolean).join(" ")).toBe(said);
});
