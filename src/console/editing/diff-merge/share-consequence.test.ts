import { expect, test } from "vitest";
import { shareConsequence } from "./share-consequence.ts";

test.each([
  [5, 10, "Twice as many users"],
  [5, 12.5, "Two and a half times as many users"],
  [10, 42, "4.2 times as many users"],
  [1, 60, "More than 10 times as many users"],
  [60, 70, "10\u00a0% of them come in"],
  [100, 50, "Half the users"],
  [100, 25, "A quarter of the users"],
  [100, 12.5, "87.5\u00a0% of them leave"],
  [0, 5, "Users get it for the first time"],
  [5, 0, "Nobody gets it any more"],
])("from %d to %d %%: %s", (before, after, consequence) => {
  expect(shareConsequence(before, after)).toBe(consequence);
});
