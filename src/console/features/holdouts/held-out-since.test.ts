import { expect, test } from "vitest";
import type { Holdout } from "#contract/holdout.ts";
import { heldOutSince } from "./held-out-since.ts";

const version = (time: number, more: Partial<Holdout>): Holdout => ({
  id: "spring",
  name: "Spring",
  isEnabled: true,
  isGlobal: false,
  passPercentage: 5,
  gateIDs: [],
  dynamicConfigIDs: [],
  experimentIDs: [],
  layerIDs: [],
  lastModifiedTime: time,
  ...more,
});
const form = { kind: "gate", id: "form", name: "Form", status: "In Progress" };

test("users are held out since the last time that a version began it", () => {
  const on = { gateIDs: ["form"] };
  expect(heldOutSince([version(3, on), version(2, on), version(1, {})], form)).toBe(2);
  expect(heldOutSince([version(3, on), version(2, { ...on, isEnabled: false }), version(1, on)], form)).toBe(
    3,
  );
  expect(heldOutSince([version(2, { ...on, passPercentage: 0 }), version(1, on)], form)).toBeUndefined();
});

test("an experiment of a layer is held out since its layer is", () => {
  const cart = { kind: "experiment", id: "cart", name: "Cart", status: "setup", layerID: "checkout" };
  expect(heldOutSince([version(2, { layerIDs: ["checkout"] }), version(1, {})], cart)).toBe(2);
});
