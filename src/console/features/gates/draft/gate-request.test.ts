import { expect, test } from "vitest";
import type { Gate } from "#contract/gate.ts";
import { gateDraftOf, isGateChanged, type GateDraft } from "./gate-draft.ts";
import { checkedRequest, problemsInGate, requestOf } from "./gate-request.ts";

const rule = (id: string, name: string) => ({
  id: `${id}:10.00:1`,
  baseID: id,
  name,
  passPercentage: 10,
  conditions: [{ type: "country", operator: "any", targetValue: "DE" }],
  environments: null,
  returnValue: { kept: true },
});
const gate: Gate = {
  id: "checkout",
  name: "Checkout",
  isEnabled: true,
  status: "In Progress",
  type: "STALE",
  rules: [rule("r1", "Staff"), rule("r2", "Members")],
};
const draft = gateDraftOf(gate);
const [staff, members] = draft.rules;
const withRules = (...rules: (GateDraft["rules"][number] | undefined)[]): GateDraft => ({
  ...draft,
  rules: rules.filter((one) => one !== undefined),
});
const changedStaff = staff && { ...staff, passPercentage: 20 };

test("one rule is sent with only what changed", () => {
  expect(requestOf(gate, withRules(changedStaff, members))).toEqual({
    endpoint: "updateGateRule",
    ruleID: "r1",
    body: { passPercentage: 20 },
  });
});

test("any other change of the rules sends them all, with their ids and what the form does not show", () => {
  for (const next of [withRules(members, staff), withRules(staff), withRules(members)])
    expect(requestOf(gate, next)).toMatchObject({ endpoint: "patchGate" });
  const request = requestOf(gate, withRules(members, changedStaff));
  expect(request).toMatchObject({
    body: {
      rules: [
        { id: "r2:10.00:1", returnValue: { kept: true } },
        { baseID: "r1", passPercentage: 20 },
      ],
    },
  });
  expect("body" in request && Object.keys(request.body)).toEqual(["rules"]);
});

test.each<[string, Partial<Gate>, GateDraft["state"], object]>([
  ["on to off", {}, "Disabled", { endpoint: "disableGate" }],
  ["on to everyone", {}, "Launched", { endpoint: "launchGate" }],
  ["off to on", { status: "Disabled", isEnabled: false }, "In Progress", { endpoint: "enableGate" }],
  [
    "off, once launched, to on",
    { status: "Launched", isEnabled: false },
    "In Progress",
    { endpoint: "patchGate", body: { status: "In Progress" } },
  ],
  [
    "everyone to on",
    { status: "Launched" },
    "In Progress",
    { endpoint: "patchGate", body: { status: "In Progress" } },
  ],
])("a switch from %s", (_, change, state, request) => {
  expect(requestOf({ ...gate, ...change }, { ...draft, state })).toEqual(request);
});

test("a switch with other changes goes with them", () => {
  expect(requestOf(gate, { ...draft, state: "Disabled", tags: ["core"] })).toEqual({
    endpoint: "patchGate",
    body: { tags: ["core"], status: "Disabled" },
  });
});

test("problems have the paths of the whole gate; a name that two rules have stands at the later one", () => {
  const twice = withRules(staff, members && { ...members, name: "Staff", passPercentage: undefined });
  expect(checkedRequest(gate, twice).problems).toEqual([
    { property: "rules.1.passPercentage", errorMessage: "Enter a number from 0 to 100" },
    { property: "rules.1.name", errorMessage: "Duplicate rule name(s) given" },
  ]);
  const request = requestOf(gate, withRules(staff, members && { ...members, name: "X" }));
  expect(problemsInGate(gate, request, [{ property: "name", errorMessage: "No" }])).toEqual([
    { property: "rules.1.name", errorMessage: "No" },
  ]);
});

test("what stood there before and is not sent is nobody's to fix now", () => {
  const odd = { ...gate, rules: [{ ...rule("r1", "Staff"), conditions: [{ type: "of_another_service" }] }] };
  expect(checkedRequest(odd, { ...gateDraftOf(odd), tags: ["core"] }).problems).toEqual([]);
});

test("an environment that is unticked and ticked again is no change", () => {
  const chosen = {
    ...gate,
    rules: [{ ...rule("r1", "Staff"), environments: ["development", "production"] }],
  };
  const [before] = gateDraftOf(chosen).rules;
  const again = before && { ...before, environments: ["production", "development"] };
  expect(isGateChanged(chosen, { ...gateDraftOf(chosen), rules: again ? [again] : [] })).toBe(false);
});
