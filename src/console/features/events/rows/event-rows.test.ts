import { expect, test } from "vitest";
import { rowsOfPages } from "./event-rows.ts";

const page = (...times: number[]) => ({
  data: times.map((time) => ({ timestamp: String(time), name: "view" })),
});
const keysOf = (...pages: Parameters<typeof rowsOfPages>[0]) => rowsOfPages(pages).map(({ key }) => key);

test("each row has a key of its own, also where an instant goes on over pages", () => {
  expect(keysOf(page(5, 4, 4), page(4, 4), page(4, 3, 3), page(2))).toEqual([
    "5-0",
    "4-0",
    "4-1",
    "4-2",
    "4-3",
    "4-4",
    "3-0",
    "3-1",
    "2-0",
  ]);
});

test("newer events leave the keys of the rows below them as they were", () => {
  const before = keysOf(page(5, 4), page(4, 3));
  expect(keysOf(page(7, 6, 5), page(4, 4, 3)).slice(2)).toEqual(before);
});

test("a page that was prepared is not prepared again", () => {
  const [first, second] = [page(5, 4), page(4, 3)];
  const rows = rowsOfPages([first, second]);
  const again = rowsOfPages([first, second, page(2)]);
  for (const [index, row] of rows.entries()) expect(again[index]).toBe(row);
});
