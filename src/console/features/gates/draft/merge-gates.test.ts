import { expect, test } from "vitest";
import type { Gate } from "#contract/gate.ts";
import { gateDraftOf, isGateChanged } from "./gate-draft.ts";
import { mergeGates } from "./merge-gates.ts";

const gateWith = (passPercentage: number, change: Partial<Gate> = {}): Gate => ({
  id: "checkout",
  name: "Checkout",
  isEnabled: true,
  status: "In Progress",
  rules: [
    {
      id: `r1:${passPercentage.toFixed(2)}:1`,
      baseID: "r1",
      name: "Staff",
      passPercentage,
      conditions: [{ type: "public" }],
      returnValue: { since: passPercentage },
    },
  ],
  ...change,
});
const base = gateDraftOf(gateWith(10));

test("after a merge only what I changed differs from what is stored, also where a new percentage gave a rule a new id", () => {
  const theirs = gateWith(20);
  const { value, taken, conflicts } = mergeGates(base, { ...base, tags: ["mine"] }, gateDraftOf(theirs));
  expect([taken, conflicts]).toEqual([["Rule Staff: rollout"], []]);
  expect(isGateChanged(theirs, value)).toBe(true);
  expect(isGateChanged(theirs, { ...value, tags: [] })).toBe(false);
});

test("where both changed a percentage, taking theirs leaves nothing to save, and the reason stays", () => {
  const theirs = gateWith(20);
  const mine = {
    ...base,
    reason: "Sales asked",
    rules: base.rules.map((rule) => ({ ...rule, passPercentage: 30 })),
  };
  const { value, conflicts } = mergeGates(base, mine, gateDraftOf(theirs));
  expect(value).toMatchObject({ reason: "Sales asked", rules: [{ passPercentage: 30 }] });
  const [conflict] = conflicts;
  expect(conflict && isGateChanged(theirs, conflict.takeTheirs(value))).toBe(false);
});
