import { expect, test } from "vitest";
import { partsOf } from "./highlight.ts";

const coloured = (line: string) =>
  partsOf(line, "sql")
    .filter(({ kind }) => kind !== "plain")
    .map(({ kind, text }) => `${kind} ${text}`);

test("SQL has colours for texts with doubled quotes, for numbers and for comments", () => {
  expect(coloured("alter role x2 set statement_timeout = 900; -- at 'most'")).toEqual([
    "number 900",
    "comment -- at 'most'",
  ]);
  expect(coloured("where name = 'O''Hara -- no comment' and a.b1 = 1.5")).toEqual([
    "string 'O''Hara -- no comment'",
    "number 1.5",
  ]);
});
