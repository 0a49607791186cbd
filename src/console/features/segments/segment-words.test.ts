import { expect, test } from "vitest";
import { addedText, readIDs } from "./segment-words.ts";

test("pasted ids are read from lines, commas and quoted columns, each once, beside those that are there", () => {
  const pasted = readIDs('"ann"\r\nbob, eve;bob\t\n\n', new Set(["eve"]));
  expect(pasted).toEqual({ ids: ["ann", "bob", "eve"], repeated: 1, alreadyInSegment: 1 });
  expect(addedText(pasted)).toBe("2 new ids, 1 in it already, 1 repeated.");
  expect(addedText(readIDs(" \n", new Set()))).toBe("Nothing to add yet.");
});
