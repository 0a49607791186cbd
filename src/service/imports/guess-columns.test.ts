import { expect, test } from "vitest";
import { guessColumns } from "./guess-columns.ts";

test.each<[string, string[], string[][], object]>([
  [
    "events with names of their own",
    ["User ID", "Event Name", "Created At", "Amount", "stable_id", "plan"],
    [["u1", "purchase", "2026-10-01", "5", "s1", "pro"]],
    {
      kind: "events",
      unitColumn: "User ID",
      nameColumn: "Event Name",
      timeColumn: "Created At",
      valueColumn: "Amount",
      ids: { stableID: "stable_id" },
      metadataColumns: ["plan"],
    },
  ],
  [
    "exposures",
    ["id", "variant", "ts", "country"],
    [["u1", "A", "1790000000", "DE"]],
    {
      kind: "exposures",
      unitColumn: "id",
      groupColumn: "variant",
      timeColumn: "ts",
      metadataColumns: ["country"],
    },
  ],
  [
    "a time in a column of another name, and some rows without one",
    ["key", "when"],
    [
      ["u1", "2026-10-01T08:00:00Z"],
      ["u2", ""],
    ],
    { timeColumn: "when", unitColumn: null, metadataColumns: ["key"] },
  ],
  [
    "a column of a time's name, some of whose texts are none",
    ["at", "user"],
    [
      ["2026-10-01", "u1"],
      ["soon", "u2"],
    ],
    { timeColumn: "at", unitColumn: "user" },
  ],
  ["numbers that are no times", ["year", "n"], [["2024", "17"]], { timeColumn: null }],
])("%s", (_what, columns, rows, expected) => {
  expect(guessColumns(columns, rows)).toMatchObject(expected);
});
