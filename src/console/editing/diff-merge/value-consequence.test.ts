import { expect, test } from "vitest";
import type { Json } from "#contract/json5.ts";
import { valueConsequence } from "./value-consequence.ts";

const plain = (text: string) => text.replaceAll(/\s/g, " ");

test.each<[before: Json, after: Json, consequence: string]>([
  [5900, 4900, "17 % less"],
  [490, 980, "Twice as much"],
  [980, 490, "Half as much"],
  [100, 350, "3.5 times as much"],
  [1, 5000, "More than 10 times as much"],
  [1000, 1001, "0.1 % more"],
  [990, 0, "Nothing any more"],
  [0, 990, ""],
  ["a", "b", ""],
  [true, false, ""],
  [["standard"], ["standard", "pickup"], "With pickup"],
  [["standard", "pickup"], ["express"], "With express, without standard and pickup"],
  [["standard", "express"], ["standard"], "Without express"],
  [["standard", "express"], ["express", "standard"], "The same in another order"],
  [[{ id: 1 }], [], ""],
])("from %j to %j: %s", (before, after, consequence) => {
  expect(plain(valueConsequence(before, after))).toBe(consequence);
});
