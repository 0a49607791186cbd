import { expect, test } from "vitest";
import { batchBloomFilters } from "./batch-filter.ts";
import { batchID } from "./batch-id.ts";

const day = 86_400_000;
const id = (number: number) => batchID("key", `session ${number}`, []);

test("an id that was added is known, hardly any other one is, and old ones are forgotten", () => {
  const filter = batchBloomFilters();
  // More ids than fit into one filter.
  const added = Array.from({ length: 180_000 }, (_, number) => id(number));
  for (const [place, one] of added.entries()) filter.add(one, place < 175_000 ? 0 : day);
  expect(added.filter((one) => !filter.mayHave(one))).toEqual([]);
  const others = Array.from({ length: 20_000 }, (_, number) => id(-1 - number));
  expect(others.filter(filter.mayHave).length).toBeLessThan(5);
  filter.forget(day);
  expect(added.slice(0, 1000).filter(filter.mayHave).length).toBeLessThan(5);
  expect(added.slice(175_000).every(filter.mayHave)).toBe(true);
});
