import { expect, test } from "vitest";
import { gateIDsIn } from "./references.ts";

test("names every gate that a rule asks about, once, however the target is written", () => {
  const rules = [
    {
      conditions: [
        { type: "passes_gate", targetValue: "eu_residents" },
        { type: "fails_gate", targetValue: ["bots"] },
      ],
    },
    {
      conditions: [
        { type: "passes_gate", targetValue: ["eu_residents"] },
        { type: "passes_segment", targetValue: "vip" },
        { type: "country", targetValue: ["DE", "FR"] },
        { type: "public" },
      ],
    },
  ];
  expect(gateIDsIn(rules)).toEqual(["eu_residents", "bots"]);
  expect(gateIDsIn([])).toEqual([]);
});
