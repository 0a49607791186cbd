import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hypothesisChanges,
  hypothesisParts,
  hypothesisSentence,
  noHypothesis,
  wishedEffect,
} from "./hypothesis.ts";

const whole = {
  action: "say on the button what happens next",
  metric: "Orders",
  change: "rises",
  percent: "5",
  reason: "fewer users fear that one tap already pays",
} as const;

test("the parts make a plain sentence, and are read back from it", () => {
  const text =
    "If we say on the button what happens next, then Orders rises by at least 5 %, because fewer users fear that one tap already pays.";
  expect(hypothesisSentence(whole)).toBe(text);
  expect(hypothesisParts(text)).toEqual(whole);
  expect(wishedEffect(text)).toBe(5);
});

test("an empty hypothesis is an empty template, and another sentence is none of it", () => {
  expect(hypothesisParts(null)).toEqual(noHypothesis);
  expect(hypothesisSentence(noHypothesis)).toBe("");
  expect(hypothesisParts("Fewer steps bring more orders.")).toBeUndefined();
  expect(wishedEffect("Fewer steps bring more orders.")).toBeUndefined();
});

const words = fc
  .stringMatching(/^[A-Za-z0-9äß%€ ]{0,30}$/)
  .map((text) => text.trim())
  .filter((text) => !/\b(rises|falls|changes)\b/.test(text));

test("whatever parts are filled in yet, they are read back as they are, or the sentence stays free text", () => {
  const parts = fc.record({
    action: words,
    metric: words,
    change: fc.constantFrom(...hypothesisChanges),
    percent: fc.constantFrom("", "5", "0.25", "100"),
    reason: words,
  });
  fc.assert(
    fc.property(parts, (typed) => {
      const text = hypothesisSentence(typed);
      const read = hypothesisParts(text);
      expect(read && hypothesisSentence(read)).toBe(text);
      if (typed.metric) expect(read).toEqual(typed);
    }),
  );
});
