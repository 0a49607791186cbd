import { expect, test } from "vitest";
import type { Condition } from "#contract/condition.ts";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import type { ExperimentFacts } from "#targeting/experiments/experiment-steps.ts";
import { newForm, oldFormText, specsOf, type Project } from "./build-document.ts";
import { exactPercent, type SpecCondition } from "./spec.ts";
import { conditionLists } from "./spec-conditions.ts";
import { gate, rule } from "#targeting/evaluate/example-rules.test-support.ts";

const specs = (project: Partial<Project>) => specsOf({ gates: [], configs: [], experiments: [], ...project });
const gateSpecOf = (one: GateFacts) => specs({ gates: [one] }).gates[0];

test("clients, which multiply a percentage by 100, take exactly as many buckets as are meant", () => {
  const off = Array.from({ length: 10_001 }, (_, count) => count).filter((count) => {
    const product = exactPercent(count) * 100;
    return !(count - 1 < product && product <= count);
  });
  expect(off).toEqual([]);
  expect((7 / 100) * 100).toBeGreaterThan(7);
});

const brief = ({ type, field, idType, operator, targetValue }: SpecCondition) =>
  [type, field ?? idType, operator, JSON.stringify(targetValue)].join(" ");
const may = Date.UTC(2024, 4, 1);

// Our condition and the libraries' conditions: one list, or several alternative lists.
test.each<[Condition, string[][]]>([
  [{ type: "public" }, [["public userID  null"]]],
  [{ type: "user_id", operator: "any", targetValue: "u1" }, [['unit_id userID any ["u1"]']]],
  [
    { type: "unit_id", customID: "companyID", operator: "none", targetValue: ["a", "b"] },
    [['unit_id companyID none ["a","b"]']],
  ],
  [
    { type: "email", operator: "str_contains_any", targetValue: "@a" },
    [['user_field email str_contains_any ["@a"]']],
  ],
  [
    { type: "app_version", operator: "version_gt", targetValue: "1.2.0-rc" },
    [['user_field appVersion version_gt "1.2.0"']],
  ],
  [{ type: "ip_address", operator: "any", targetValue: "::1" }, [['user_field ip any ["::1"]']]],
  [{ type: "locale", operator: "any", targetValue: "de" }, [['user_field locale any ["de"]']]],
  [{ type: "device_model", operator: "is_null" }, [["user_field device_model eq null"]]],
  [
    { type: "browser_name", operator: "any", targetValue: "Safari" },
    [['ua_based browser_name any ["Safari"]']],
  ],
  [
    { type: "os_version", operator: "version_lt", targetValue: "14" },
    [['ua_based os_version version_lt "14"']],
  ],
  [{ type: "country", operator: "any", targetValue: ["DE"] }, [['ip_based country any ["DE"]']]],
  [{ type: "custom_field", field: "age", operator: "gte", targetValue: "18" }, [["user_field age gte 18"]]],
  [{ type: "custom_field", field: "age", operator: "is_not_null" }, [["user_field age neq null"]]],
  [
    { type: "custom_field", field: "at", operator: "before", targetValue: "2024-05-01" },
    [[`user_field at before ${may}`]],
  ],
  [
    { type: "custom_field", field: "at", operator: "on", targetValue: "2024-05-01T12:00:00Z" },
    [[`user_field at after ${may - 1}`, `user_field at before ${may + 86_400_000}`]],
  ],
  [
    { type: "custom_field", field: "at", operator: "after", targetValue: "1970-01-02" },
    [['user_field at after "1970-01-02T00:00:00.000Z"']],
  ],
  [{ type: "time", operator: "after", targetValue: may }, [[`current_time userID after ${may}`]]],
  [
    { type: "custom_field", field: "x", operator: "str_matches", targetValue: "^u" },
    [["user_field x neq null", 'user_field x str_matches "^u"']],
  ],
  [
    { type: "custom_field", field: "x", operator: "any", targetValue: ["Null", "a"] },
    [["user_field x neq null", 'user_field x any ["Null","a"]']],
  ],
  [
    { type: "custom_field", field: "x", operator: "none", targetValue: ["undefined"] },
    [["user_field x eq null"], ['user_field x none ["undefined"]']],
  ],
  [
    { type: "custom_field", field: "x", operator: "any_case_sensitive", targetValue: ["A", "b", "a", "A"] },
    [['user_field x any_case_sensitive ["A","b"]'], ['user_field x any_case_sensitive ["a"]']],
  ],
  [
    { type: "custom_field", field: "x", operator: "none_case_sensitive", targetValue: ["A", "a"] },
    [['user_field x none_case_sensitive ["A"]', 'user_field x none_case_sensitive ["a"]']],
  ],
  [
    { type: "environment_tier", operator: "none", targetValue: ["Production"] },
    [['environment_field tier none ["Production","","undefined"]']],
  ],
  [{ type: "passes_gate", targetValue: ["a", "b"] }, [['pass_gate userID  "a"'], ['pass_gate userID  "b"']]],
  [{ type: "fails_segment", targetValue: "vip" }, [['fail_gate userID  "segment:vip"']]],
  [{ type: "custom_field", field: "age", operator: "gt", targetValue: "old" }, []],
  [{ type: "url", targetValue: "/" }, [[]]],
])("%j", (condition, expected) => {
  expect(conditionLists({ conditions: [condition] }, "production").map((list) => list.map(brief))).toEqual(
    expected,
  );
});

test("a rule for one of several gates goes out once for each, of the same id and salt", () => {
  const pay = gate(
    "pay",
    [
      rule("r1", [{ type: "passes_gate", targetValue: ["a", "b"] }], {
        passPercentage: 0.07,
        environments: ["staging"],
      }),
    ],
    { salt: "old", idType: "companyID" },
  );
  const spec = gateSpecOf(pay);
  expect(spec).toMatchObject({
    name: "pay",
    entity: "feature_gate",
    salt: "old",
    idType: "companyID",
    enabled: true,
  });
  expect(spec?.rules.map(({ conditions }) => conditions.map(brief))).toEqual([
    ['environment_field tier any ["staging"]', 'pass_gate userID  "a"'],
    ['environment_field tier any ["staging"]', 'pass_gate userID  "b"'],
  ]);
  for (const one of spec?.rules ?? [])
    expect(one).toMatchObject({
      id: "r1:100.00:1",
      salt: "r1",
      idType: "companyID",
      passPercentage: exactPercent(7),
    });
});

test.each([
  [{ isEnabled: false }, false],
  [{ status: "Disabled" }, false],
  [{ status: "Archived", isEnabled: false }, false],
])("a gate with %j goes out without its rules", (change, enabled) => {
  expect(gateSpecOf(gate("g", [rule("r", [])], change))).toMatchObject({ enabled, rules: [] });
});

test("a launched gate is for everyone; a rule with a condition that libraries do not know takes nobody", () => {
  expect(gateSpecOf(gate("g", [], { status: "Launched" }))).toMatchObject({
    enabled: true,
    rules: [{ passPercentage: 100 }],
  });
  const condition = { type: "url", operator: "any", targetValue: "/" };
  expect(gateSpecOf(gate("g", [rule("r", [{ type: "public" }, condition])]))?.rules).toMatchObject([
    { passPercentage: 0, conditions: [{ type: "public" }] },
  ]);
});

test("a gate that leads back to itself goes out without the conditions that do, and its earlier rules still decide", () => {
  const ask = (...targetValue: string[]): Condition => ({ type: "passes_gate", targetValue });
  const country: Condition = { type: "country", operator: "any", targetValue: ["DE"] };
  const { gates } = specs({
    gates: [
      gate("a", [rule("first", [country]), rule("r", [country, ask("b", "c")])]),
      gate("b", [rule("r", [ask("a")])]),
      gate("c", [rule("r", [ask("a2")])]),
      gate("d", [rule("r", [ask("d")])]),
    ],
  });
  const written = gates.map(({ name, rules }) => [
    name,
    ...rules.map(({ id, passPercentage, conditions }) =>
      [
        id,
        passPercentage,
        ...conditions.map(({ type, targetValue }) => `${type} ${String(targetValue)}`),
      ].join(" "),
    ),
  ]);
  expect(written).toEqual([
    [
      "a",
      "first:100.00:1 100 ip_based DE",
      "r:100.00:1 100 ip_based DE pass_gate c",
      "r:100.00:1 0 ip_based DE",
    ],
    ["b", "r:100.00:1 0"],
    ["c", "r:100.00:1 100 pass_gate a2"],
    ["d", "r:100.00:1 0"],
  ]);
});

test("the variants of a config are told apart by segments of their cumulated shares", () => {
  const variants = [
    { name: "Red", passPercentage: 30, returnValue: { colour: "red" } },
    { name: "Blue", passPercentage: 70, returnValueJson5: "{colour: 'blue'}" },
  ];
  const config = {
    id: "c",
    isEnabled: true,
    defaultValue: { colour: "none" },
    rules: [rule("r", [], { variants })],
  };
  const { gates, configs } = specs({ configs: [config] });
  expect(gates).toMatchObject([
    {
      name: "segment:c.r.1",
      entity: "segment",
      salt: "c.r",
      rules: [{ salt: "variant", passPercentage: 30 }],
    },
    {
      name: "segment:c.r.2",
      entity: "segment",
      salt: "c.r",
      rules: [{ salt: "variant", passPercentage: 100 }],
    },
  ]);
  expect(
    configs[0]?.rules.map(({ groupName, returnValue, conditions }) => [
      groupName,
      returnValue,
      conditions.map(brief),
    ]),
  ).toEqual([
    ["Red", { colour: "red" }, ['pass_gate userID  "segment:c.r.1"']],
    ["Blue", { colour: "blue" }, ['pass_gate userID  "segment:c.r.2"']],
    [undefined, { colour: "none" }, []],
  ]);
});

const running: ExperimentFacts = {
  id: "price",
  idType: "userID",
  status: "active",
  allocation: 40,
  targetingGateID: "members",
  startTime: may,
  inlineTargetingRulesJSON: JSON.stringify([{ name: "DE", passPercentage: 100, conditions: [] }]),
  controlGroupID: "g-b",
  groups: [
    { id: "g-a", name: "Test", size: 33.3, parameterValues: { price: 2 } },
    { id: "g-b", name: "Control", size: 66.7, parameterValues: { price: 1 } },
  ],
};
const rulesOf = (change: Partial<ExperimentFacts>) =>
  specs({ experiments: [{ ...running, ...change }] }).configs[0]?.rules.map(
    ({ id, groupName, conditions, returnValue }) =>
      [id, groupName ?? "-", ...conditions.map(brief), JSON.stringify(returnValue)].join(" | "),
  );

test("an experiment is a list of rules in the order that libraries expect", () => {
  expect(rulesOf({})).toEqual([
    `prestart | - | current_time userID before ${may} | {}`,
    "layerAssignment | - | user_bucket userID gte 400 | {}",
    'targetingGate | - | fail_gate userID  "members" | {}',
    'inlineTargetingRules | - | fail_gate userID  "segment:inline:price" | {}',
    'g-a | Test | user_bucket userID lt 333 | {"price":2}',
    'g-b | Control | user_bucket userID lt 1000 | {"price":1}',
  ]);
  const [spec] = specs({ experiments: [running] }).configs;
  const salts = spec?.rules.flatMap(({ conditions }) =>
    conditions.map(({ additionalValues }) => additionalValues["salt"]),
  );
  expect(salts).toEqual([
    undefined,
    "price.allocation",
    undefined,
    undefined,
    "price.groups",
    "price.groups",
  ]);
  expect(spec?.rules.map(({ isExperimentGroup }) => isExperimentGroup === true)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(spec).toMatchObject({
    entity: "experiment",
    type: "dynamic_config",
    isActive: true,
    defaultValue: {},
  });
});

test.each([
  [{ status: "setup" }, "prestart | - | public userID  null | {}"],
  [{ status: "abandoned", launchedGroupID: "g-a" }, "abandoned | - | public userID  null | {}"],
  [
    { status: "decision_made", launchedGroupID: "g-a" },
    'launchedGroup | Test | public userID  null | {"price":2}',
  ],
  [
    { status: "archived", launchedGroupID: "g-a" },
    'launchedGroup | Test | public userID  null | {"price":2}',
  ],
  [{ status: "archived" }, "abandoned | - | public userID  null | {}"],
  [{ status: "experiment_stopped" }, 'abandoned | Control | public userID  null | {"price":1}'],
])("everyone gets the same of an experiment with %j", (change, expected) => {
  expect(rulesOf(change)).toEqual([expected]);
});

test("users without an environment are in that of the key", () => {
  const { gates } = specsOf(
    { gates: [gate("g", [rule("r", [], { environments: ["Staging"] })])], configs: [], experiments: [] },
    "staging",
  );
  expect(gates[0]?.rules[0]?.conditions.map(brief)).toEqual([
    'environment_field tier any ["Staging","","undefined"]',
  ]);
});

test("an empty list of inline targeting keeps nobody out", () => {
  for (const inlineTargetingRulesJSON of [null, "", " ", "[]"])
    expect(rulesOf({ inlineTargetingRulesJSON })?.join()).not.toContain("inlineTargetingRules");
});

test("an experiment whose inline targeting cannot be read takes nobody", () => {
  const { gates, configs } = specs({ experiments: [{ ...running, inlineTargetingRulesJSON: "{" }] });
  expect(gates).toEqual([]);
  expect(configs[0]?.rules.map(({ id }) => id)).toContain("inlineTargetingRules");
});

test("the newer form names every condition once, the older one lists it where it stands", () => {
  const country: Condition = { type: "country", operator: "any", targetValue: ["DE"] };
  const found = specs({ gates: [gate("a", [rule("r", [country])]), gate("b", [rule("r", [country])])] });
  const form = newForm(found, 7);
  expect(form).toMatchObject({
    time: 7,
    has_updates: true,
    response_format: "dcs-v2",
    experiment_to_layer: {},
    layer_configs: {},
  });
  expect(Object.keys(form.condition_map)).toHaveLength(1);
  expect(form.feature_gates["a"]).not.toHaveProperty("name");
  expect(form.feature_gates["b"]?.rules[0]?.conditions).toEqual(
    form.feature_gates["a"]?.rules[0]?.conditions,
  );
  expect(JSON.parse(oldFormText(found, 7))).toMatchObject({
    time: 7,
    has_updates: true,
    feature_gates: found.gates,
    dynamic_configs: [],
    layer_configs: [],
    layers: {},
  });
});
