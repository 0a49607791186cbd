import fc from "fast-check";
import { expect, test } from "vitest";
import type { Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { prepareGate, type GateFacts } from "#targeting/evaluate/evaluate.ts";
import { anyGates, anyRules, anyUser } from "#targeting/evaluate/random-rules.test-support.ts";
import { backtestGate } from "./backtest-gate.ts";

const from = (...targetValue: string[]): Condition => ({ type: "country", operator: "any", targetValue });
const rule = (id: string, conditions: Condition[], change: Partial<Rule> = {}): Rule => ({
  id,
  name: id,
  passPercentage: 100,
  conditions,
  ...change,
});
const gate = (rules: Rule[], change: Partial<GateFacts> = {}): GateFacts => ({
  id: "g",
  rules,
  isEnabled: true,
  status: "In Progress",
  ...change,
});
const eu = rule("eu", [from("DE", "FR")]);
const users: User[] = ["DE", "FR", "SE", "SE"].map((country, index) => ({ userID: `u${index}`, country }));
const staging = users.map((user) => ({ ...user, environment: "staging" }));

function changedSides(
  stored: GateFacts,
  draft: GateFacts,
  all: readonly User[],
  options: Parameters<typeof backtestGate>[2] = {},
) {
  const { add, result } = backtestGate(stored, draft, options);
  all.forEach(add);
  return result();
}

/** Returns effects and causes of a change of the gate, by user. */
const why = (stored: GateFacts, draft: GateFacts, all: readonly User[] = users) =>
  changedSides(stored, draft, all).rows.map(
    ({ user, effect, cause }) => `${String(user.userID)} ${effect}: ${cause.kind}. ${cause.message}`,
  );

test("who gains, loses and stays is counted", () => {
  const { rows, ...counts } = changedSides(gate([eu]), gate([rule("eu", [from("FR", "SE")])]), users);
  expect(counts).toEqual({
    users: 4,
    gain: 2,
    lose: 1,
    stayPassing: 1,
    stayFailing: 0,
    notEvaluated: 0,
    reasons: [],
    unsettled: [],
  });
  expect(rows.map(({ user, effect }) => `${String(user.userID)} ${effect}`)).toEqual([
    "u0 lose",
    "u2 gain",
    "u3 gain",
  ]);
});

test("each row says what decided", () => {
  const none = gate([]);
  expect(why(gate([eu]), gate([rule("eu", [from("FR", "SE")])]))).toEqual([
    "u0 lose: condition. Rule 1, eu, no longer fits them because of its condition on Country.",
    "u2 gain: condition. Rule 1, eu, fits them now; before, it did not because of its condition on Country.",
    "u3 gain: condition. Rule 1, eu, fits them now; before, it did not because of its condition on Country.",
  ]);
  expect(why(none, gate([eu]))).toEqual([
    "u0 gain: rule added. Rule 1, eu, is new and fits them.",
    "u1 gain: rule added. Rule 1, eu, is new and fits them.",
  ]);
  expect(why(gate([eu]), none)[0]).toBe("u0 lose: rule removed. Rule 1, eu, which fitted them, is gone.");
  const nobody = rule("nobody", [from("DE")], { passPercentage: 0 });
  expect(why(gate([eu, nobody]), gate([nobody, eu]))).toEqual([
    "u0 lose: rule moved. Rule 1, nobody, is asked earlier than before.",
  ]);
  expect(why(gate([eu]), gate([{ ...eu, environments: ["production"] }]), staging)[0]).toBe(
    "u0 lose: environment. Rule 1, eu, no longer fits them because of its environments.",
  );
  expect(why(gate([eu]), gate([eu], { status: "Disabled" }))[0]).toBe(
    "u0 lose: status. The gate is disabled.",
  );
  expect(why(gate([eu], { isEnabled: false }), gate([eu]))[0]).toBe(
    "u0 gain: status. The rules decide again. Before: The gate is disabled.",
  );
});

test("a percentage says its change and the place of the user", () => {
  const at = (passPercentage: number) => gate([rule("r", [], { passPercentage })]);
  const crowd = Array.from({ length: 500 }, (_, index) => ({ userID: `u${index}` }));
  const { gain, lose, rows } = changedSides(at(10), at(30), crowd);
  expect(lose).toBe(0);
  expect(gain / crowd.length).toBeCloseTo(0.2, 1);
  expect(rows[0]?.cause.message).toMatch(
    /^Rule 1, r, takes 30 % instead of 10 %; they are number [12]\d{3} of 10000\.$/,
  );
  const salted = changedSides(at(10), { ...at(10), salt: "other" }, crowd);
  expect(new Set(salted.rows.map(({ cause }) => cause.kind))).toEqual(new Set(["hash"]));
});

test("users that cannot be judged are counted with the reason, those that can through a gate are judged", () => {
  const asks = gate([rule("r", [{ type: "passes_gate", targetValue: "other" }])]);
  const unknown = changedSides(gate([]), asks, users);
  expect(unknown).toMatchObject({
    notEvaluated: 4,
    gain: 0,
    reasons: [{ message: "Rule 1, r, cannot be judged. The gate other is not known", users: 4 }],
  });
  const gates = new Map([["other", { ...gate([eu]), id: "other" }]]);
  expect(changedSides(gate([]), asks, users, { gates })).toMatchObject({ notEvaluated: 0, gain: 2 });
});

test("rows are bounded, counts are not, and rules without a lasting id are named", () => {
  const fresh = rule("new", [], { passPercentage: 50 });
  const { gain, rows, unsettled } = changedSides(gate([]), gate([eu, fresh]), users, { rows: 1 });
  expect(rows).toHaveLength(1);
  expect(gain).toBeGreaterThan(1);
  expect(unsettled).toEqual([1]);
  expect(changedSides(gate([eu]), gate([{ ...eu, passPercentage: 50 }]), []).unsettled).toEqual([]);
});

test("any two gates: every user is counted once, as the gates decide, and every change has a reason", () => {
  fc.assert(
    fc.property(anyRules, anyRules, anyGates, fc.array(anyUser, { maxLength: 8 }), (was, is, gates, all) => {
      const [stored, draft] = [gate(was), gate(is)];
      const {
        users: total,
        gain,
        lose,
        stayPassing,
        stayFailing,
        notEvaluated,
        rows,
      } = changedSides(stored, draft, all, { gates });
      expect(total).toBe(all.length);
      expect(gain + lose + stayPassing + stayFailing + notEvaluated).toBe(total);
      expect(rows).toHaveLength(gain + lose);
      const [before, after] = [prepareGate(stored, gates), prepareGate(draft, gates)];
      for (const { user, effect, cause } of rows) {
        expect(before.decide(user).outcome).toBe(effect === "gain" ? "fail" : "pass");
        expect(after.decide(user).outcome).toBe(effect === "gain" ? "pass" : "fail");
        expect(cause.message).not.toMatch(/undefined|of its conditions\.|No rule fits/);
        if (cause.kind === "condition") expect(cause.condition?.result).toBe("failed");
      }
    }),
    { numRuns: 500 },
  );
});
