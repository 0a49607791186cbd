import { expect, test } from "vitest";
import { shownLines } from "./shown-lines.ts";

const text = (...lines: (string | number)[]) => lines.join("\n");
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test("changed lines stand with two beside them, and the others are folded away", () => {
  const before = text(...numbers(1, 30));
  const after = text(...numbers(1, 9), "ten", ...numbers(11, 24), 26, 27, 28, 29, 30);
  expect(shownLines(before, after, false)).toEqual({
    lines: ["8", "9", "10", "ten", "11", "12", "23", "24", "25", "26", "27"],
    folds: 3,
  });
});

test("the whole text has the removed lines in it, and few lines are not folded", () => {
  expect(shownLines(text("a", "b", "c"), text("a", "B", "c"), true)).toEqual({
    lines: ["a", "b", "B", "c"],
    folds: 0,
  });
  expect(shownLines(text("a", ...numbers(1, 6), "z"), text("A", ...numbers(1, 6), "Z"), false)?.folds).toBe(
    0,
  );
  expect(shownLines(text("a", ...numbers(1, 7), "z"), text("A", ...numbers(1, 7), "Z"), false)?.folds).toBe(
    1,
  );
});

test("one change in a long text is compared, and lines at either end may be added", () => {
  const long = numbers(1, 5000);
  expect(shownLines(text(...long), text(...long.with(2500, 0)), false)).toMatchObject({ folds: 2 });
  expect(shownLines(text(1, 2), text(0, 1, 2, 3), true)?.lines).toEqual(["0", "1", "2", "3"]);
  expect(shownLines(text(1, 2, 3), text(2), true)?.lines).toEqual(["1", "2", "3"]);
  expect(shownLines(text(1, 1), text(1), true)?.lines).toEqual(["1", "1"]);
});

test("texts that would take long to compare are not compared", () => {
  expect(shownLines(text(...numbers(1, 600)), text(...numbers(2, 601).toReversed()), false)).toBeUndefined();
});
