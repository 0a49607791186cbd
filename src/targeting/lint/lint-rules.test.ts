import { expect, test } from "vitest";
import type { Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import { isForEveryone, lintRules } from "./lint-rules.ts";
import { everyone, fails, field, from, gate, gates, is, passes, rule } from "./small-rules.test-support.ts";

const kinds = (...args: Parameters<typeof lintRules>) =>
  lintRules(...args).map(({ ruleIndex, kind }) => `${ruleIndex + 1} ${kind}`);

test.each<[string, Condition[]]>([
  [
    "Country cannot be one of DE, FR and none of DE, fr, SE at once",
    [from("DE", "FR"), is("country", "none", "DE", "fr", "SE")],
  ],
  ['"age" cannot be over 5 and under 3 at once', [field("age", "gt", "5"), field("age", "lt", "3")]],
  ['"age" cannot be at least 5 and under 5 at once', [field("age", "gte", "5"), field("age", "lt", "5")]],
  [
    '"age" cannot be one of 1, 2 and over 2 at once',
    [field("age", "any", "1", "2"), field("age", "gt", "2")],
  ],
  [
    "App version cannot be at least version 2.0 and older than 1.9.9 at once",
    [is("app_version", "version_gte", "2.0"), is("app_version", "version_lt", "1.9.9")],
  ],
  [
    '"v" cannot be version 2.0 and newer than 2 at once',
    [field("v", "version_eq", "2.0"), field("v", "version_gt", "2")],
  ],
  [
    "Time cannot be after 2024-05-02T00:00Z and before 2024-05-01T00:00Z at once",
    [is("time", "after", "1714608000000"), is("time", "before", "1714521600000")],
  ],
  [
    '"since" cannot be on 2024-05-01 and before 2024-05-01T00:00:00Z at once',
    [field("since", "on", "2024-05-01"), field("since", "before", "2024-05-01T00:00:00Z")],
  ],
  ['"plan" cannot be missing and pro at once', [field("plan", "is_null"), field("plan", "any", "pro")]],
  ['"plan" cannot be missing and present at once', [field("plan", "is_null"), field("plan", "is_not_null")]],
  ["Country has no value yet", [from()]],
  ['"age" has no value yet', [field("age", "gt", "")]],
  ['"age" is compared with "old", which is no number', [field("age", "gt", "old")]],
  ['"plan" is matched with "(", which is no pattern', [field("plan", "str_matches", "(")]],
  [
    "E-mail cannot be a text with @shop.example and a text without SHOP at once",
    [is("email", "str_contains_any", "@shop.example"), is("email", "str_contains_none", "SHOP")],
  ],
  [
    '"tags" cannot be a list with all of a, b and a list with none of b at once',
    [field("tags", "array_contains_all", "a", "b"), field("tags", "array_contains_none", "b")],
  ],
  [
    '"tags" cannot be a list with any of a and over 1 at once',
    [field("tags", "array_contains_any", "a"), field("tags", "gt", "1")],
  ],
  [
    "No one of DE, FR, SE meets the other conditions on Country",
    [
      from("DE", "FR", "SE"),
      is("country", "none", "DE"),
      is("country", "none", "FR"),
      is("country", "none", "SE"),
    ],
  ],
  ["Nobody passes and fails the gate beta at once", [passes("beta"), fails("beta")]],
  ["Nobody passes and fails the gate a, b at once", [passes("a"), passes("b"), fails("a", "b")]],
  [
    "Nobody passes and fails the segment vip at once",
    [
      { type: "passes_segment", targetValue: "vip" },
      { type: "fails_segment", targetValue: "vip" },
    ],
  ],
])("%s", (message, conditions) => {
  const [finding, ...more] = lintRules([rule(conditions)]);
  expect(finding).toMatchObject({ kind: "never_matches", message: `Nobody ever matches: ${message}.` });
  expect(more.filter(({ kind }) => kind !== "not_served")).toEqual([]);
});

test.each<[Condition[]]>([
  [[from("DE"), is("country", "none", "FR")]],
  [[field("age", "gt", "3"), field("age", "lt", "5")]],
  [[field("age", "gte", "5"), field("age", "lte", "5")]],
  [[field("age", "gt", "5"), field("height", "lt", "3")]],
  [[field("plan", "any", "pro"), field("plan", "none_case_sensitive", "pro")]],
  [[field("plan", "is_null"), field("plan", "none", "pro")]],
  [[is("app_version", "version_gt", "1.2"), is("app_version", "version_lt", "1.2.0.1")]],
  [[field("since", "after", "2024-05-01"), field("since", "on", "2024-05-01")]],
  [[passes("a", "b"), fails("a")]],
  [[passes("a"), { type: "fails_segment", targetValue: "a" }]],
])("%j is possible", (conditions) => {
  expect(kinds([rule(conditions)])).not.toContain("1 never_matches");
});

test("a place outside the rule's environments is a contradiction, at the condition", () => {
  const conditions = [everyone, is("environment_tier", "any", "production")];
  expect(lintRules([rule(conditions, { environments: ["staging"] })])).toMatchObject([
    { kind: "never_matches", conditionIndex: 1 },
  ]);
});

// Conditions of the earlier rule, of the later rule, and the findings.
test.each<[Condition[], Condition[], string[]]>([
  [[everyone], [from("DE")], ["2 unreachable"]],
  [[], [from("DE")], ["2 unreachable"]],
  [[from("DE", "FR")], [from("de")], ["2 shadowed"]],
  [[from("DE")], [from("DE", "FR")], []],
  [[from("DE")], [from("DE"), field("plan", "any", "pro")], ["2 shadowed"]],
  [[from("DE"), field("plan", "any", "pro")], [from("DE")], []],
  [[from("DE", "FR")], [from("fr", "DE")], ["2 duplicate"]],
  [[field("age", "gt", "17")], [field("age", "gte", "18")], ["2 shadowed"]],
  [[field("age", "gte", "18")], [field("age", "gt", "17")], []],
  [[field("age", "gt", "17")], [field("age", "gte", "17")], []],
  [[field("age", "gte", "17")], [field("age", "gt", "17")], ["2 shadowed"]],
  [[field("age", "lt", "17")], [field("age", "lte", "17")], []],
  [[field("age", "lte", "17")], [field("age", "lt", "17")], ["2 shadowed"]],
  [[field("age", "gt", "17")], [field("age", "any", "18", "20")], ["2 shadowed"]],
  [[field("plan", "any_case_sensitive", "a")], [field("plan", "any", "a")], []],
  [[field("plan", "any", "a")], [field("plan", "any_case_sensitive", "A")], ["2 shadowed"]],
  [[field("plan", "str_matches", "a", "b")], [field("plan", "str_matches", "b", "a")], []],
  [[field("plan", "none", "A")], [field("plan", "any_case_sensitive", "a")], []],
  [[field("age", "none", "3")], [field("age", "gt", "17")], ["2 shadowed"]],
  [[field("age", "is_not_null")], [field("age", "gt", "17")], ["2 shadowed"]],
  [[field("plan", "none", "a")], [field("plan", "none", "a", "b")], ["2 shadowed"]],
  [[field("plan", "none", "a")], [field("plan", "is_null")], ["2 shadowed"]],
  [[field("plan", "none_case_sensitive", "A")], [field("plan", "none", "a")], ["2 shadowed"]],
  [[field("plan", "none", "a")], [field("plan", "none_case_sensitive", "a")], []],
  [
    [is("email", "str_contains_any", "@b.c", "x")],
    [is("email", "str_contains_any", "a@B.c")],
    ["2 shadowed"],
  ],
  [[is("email", "str_contains_none", "a@b")], [is("email", "str_contains_none", "@")], ["2 shadowed"]],
  [
    [field("tags", "array_contains_any", "a", "b")],
    [field("tags", "array_contains_all", "b", "c")],
    ["2 shadowed"],
  ],
  [[is("app_version", "version_gte", "2")], [is("app_version", "version_gt", "2.0.1")], ["2 shadowed"]],
  [[field("since", "after", "2024-04-30")], [field("since", "on", "2024-05-01")], ["2 shadowed"]],
  [[passes("a", "b")], [passes("a")], ["2 shadowed"]],
  [[passes("a")], [passes("a", "b")], []],
  [
    [{ type: "url", targetValue: "x" }],
    [{ type: "url", targetValue: "x" }, from("DE")],
    ["1 not_served", "2 shadowed", "2 not_served"],
  ],
  [[field("plan", "any", "a")], [field("Plan", "any", "a")], []],
])("after %j, %j: %j", (earlier, later, expected) => {
  expect(kinds([rule(earlier), rule(later)])).toEqual(expected);
});

test("an earlier rule hides a later one only where its environments cover the later one's", () => {
  const inPlaces = (earlier: string[] | null, later: string[] | null) =>
    kinds([
      rule([from("DE")], { environments: earlier }),
      rule([from("DE"), passes("a")], { environments: later }),
    ]);
  expect(inPlaces(null, ["staging"])).toEqual(["2 shadowed"]);
  expect(inPlaces(["Staging", "production"], ["staging"])).toEqual(["2 shadowed"]);
  expect(inPlaces(["staging"], null)).toEqual([]);
  expect(inPlaces(["staging"], ["staging", "production"])).toEqual([]);
  expect(kinds([rule([everyone], { environments: ["staging"] }), rule([from("DE")])])).toEqual([]);
});

const without = (...countries: string[]) => is("country", "none", ...countries);
const orders = (operator: string, count: string) => field("orders", operator, count);
const version = (operator: string, text: string) => is("app_version", operator, text);
const newer = (...conditions: Condition[]) => [...conditions, field("plan", "any", "pro")];

test.each<[string, Condition[][], Condition[]]>([
  ["each country has a rule", [[from("DE")], [from("SE", "NO")]], [from("de", "NO")]],
  [
    "one rule takes a country, the other all but it",
    [[from("DE")], [without("DE")]],
    [field("plan", "any", "pro")],
  ],
  ["some pass the gate, the others fail it", [[passes("a")], [fails("a")]], [everyone]],
  [
    "a text is in it or not",
    [[is("email", "str_contains_any", "@a")], [is("email", "str_contains_none", "@A")]],
    [everyone],
  ],
  ["ranges overlap", [[orders("gte", "5")], [orders("lt", "8")]], [orders("gt", "1")]],
  [
    "ranges touch",
    [[orders("gt", "5"), orders("lt", "9")], [orders("lte", "5")], [orders("gte", "9")]],
    [orders("gte", "0")],
  ],
  [
    "versions touch",
    [[version("version_gte", "2.0")], [version("version_lt", "2")]],
    [version("version_gt", "1")],
  ],
  [
    "both ask for more, which it asks for too",
    [newer(from("DE")), newer(from("SE"))],
    newer(from("DE", "SE")),
  ],
])("earlier rules hide a later one together where %s", (_, earlier, later) => {
  const rules = [...earlier, later].map((conditions) => rule(conditions));
  expect(lintRules(rules).at(-1)).toMatchObject({
    kind: "shadowed",
    ruleIndex: earlier.length,
    message: expect.stringMatching(
      /^It never decides: rules 1(, 2)? and [23] together already take everyone/,
    ),
  });
  for (const left of earlier.keys())
    expect(kinds(rules.toSpliced(left, 1))).not.toContain(`${earlier.length} shadowed`);
});

test.each<[string, Condition[][], Condition[]]>([
  ["one country has no rule", [[from("DE")], [from("SE")]], [from("DE", "FR", "SE")]],
  ["a value may be no number", [[orders("gt", "5")], [orders("lte", "5")]], [everyone]],
  ["a number lies between", [[orders("gt", "5")], [orders("lt", "5")]], [orders("gt", "1")]],
  ["one of two gates is enough", [[passes("a", "b")], [fails("a", "b")]], [everyone]],
  ["the rules ask for more", [newer(from("DE")), newer(from("SE"))], [from("DE", "SE")]],
])("earlier rules do not hide a later one where %s", (_, earlier, later) => {
  expect(kinds([...earlier, later].map((conditions) => rule(conditions)))).not.toContain(
    `${earlier.length + 1} shadowed`,
  );
});

test("each environment has a rule", () => {
  const inPlaces = (...environments: string[]) => rule([from("DE")], { environments });
  const [staging, production] = [inPlaces("staging"), inPlaces("production")];
  expect(kinds([staging, production, inPlaces("production", "staging")])).toEqual(["3 shadowed"]);
  expect(kinds([staging, production, rule([from("DE")])])).toEqual([]);
});

test("gates that are missing, archived, in a circle or the owner itself", () => {
  const known = gates(
    gate("own", [rule([passes("near")])]),
    gate("near", [rule([passes("far")])]),
    gate("far", [rule([passes("own")])]),
    gate("old", [], { status: "Archived" }),
    gate("fine", [rule([from("DE")])]),
  );
  const context = { gateID: "own", gates: known };
  const found = (condition: Condition) =>
    lintRules([rule([from("DE"), condition])], context).map(({ kind, message }) => [kind, message]);
  expect(found(passes("own"))).toEqual([["refers_to_itself", "The gate asks about itself."]]);
  expect(found(passes("near"))).toEqual([["circle", "It is a circular dependency: own → near → far → own."]]);
  expect(found(fails("lost"))).toEqual([["missing_gate", "The gate lost does not exist."]]);
  expect(found(passes("old"))).toEqual([["archived_gate", "The gate old is archived, so nobody passes it."]]);
  expect(found(fails("old"))).toEqual([["archived_gate", "The gate old is archived, so nobody passes it."]]);
  expect(found(passes("fine"))).toEqual([]);
  expect(lintRules([rule([passes("lost")])])).toEqual([]);
});

test("a gate that is off or launched makes a rule that asks about it never match", () => {
  const known = gates(gate("off", [], { isEnabled: false }), gate("all", [], { status: "Launched" }));
  const message = (condition: Condition) => lintRules([rule([condition])], { gates: known })[0]?.message;
  expect(message(passes("off"))).toBe("Nobody ever matches: The gate off is off, so nobody passes it.");
  expect(message(fails("all"))).toBe("Nobody ever matches: The gate all is launched, so nobody fails it.");
  expect(message(passes("off", "all"))).toBeUndefined();
});

test("percentages and environments", () => {
  expect(kinds([rule([from("DE")], { passPercentage: 0 }), rule([], { passPercentage: 100 })])).toEqual([
    "1 takes_nobody",
    "2 takes_everyone",
  ]);
  expect(kinds([rule([from("DE")], { passPercentage: 100 })])).toEqual([]);
  expect(kinds([rule([], { environments: [] })])).toEqual(["1 no_environments"]);
  expect(isForEveryone(rule([everyone]))).toBe(true);
  expect(isForEveryone(rule([everyone], { environments: ["production"] }))).toBe(false);
});

test("conditions that change nothing are noted, but one always stays", () => {
  const at = (conditions: Condition[]) =>
    lintRules([rule(conditions)]).map(({ kind, conditionIndex }) => [kind, conditionIndex]);
  expect(at([everyone, from("DE")])).toEqual([["no_effect", 0]]);
  expect(at([field("age", "gte", "3"), field("age", "gt", "5")])).toEqual([["no_effect", 0]]);
  expect(at([from("DE"), from("DE")])).toEqual([["no_effect", 1]]);
  expect(at([everyone, everyone])).toEqual([["no_effect", 1]]);
  expect(at([field("plan", "none")])).toEqual([]);
});

const fixed = (rules: Rule[], kind: string, known?: Map<string, GateFacts>) =>
  lintRules(rules, { gates: known })
    .find((finding) => finding.kind === kind)
    ?.fix?.apply(rules);

test("fixes", () => {
  const [de, all, fr] = [rule([from("DE")]), rule([]), rule([from("FR")])];
  expect(fixed([de, all, fr], "unreachable")).toEqual([de, fr, all]);
  expect(fixed([de, fr, de], "duplicate")).toEqual([de, fr]);
  expect(fixed([de, rule([from()])], "never_matches")).toEqual([de]);
  expect(fixed([rule([], { environments: [] })], "no_environments")).toEqual([
    rule([], { environments: null }),
  ]);
  const known = gates(gate("old", [], { status: "Archived" }), gate("fine", []));
  expect(fixed([rule([fails("old")])], "archived_gate", known)).toEqual([rule([everyone])]);
  expect(fixed([rule([passes("old", "fine")])], "archived_gate", known)).toEqual([rule([passes("fine")])]);
  expect(fixed([rule([passes("old")]), de], "archived_gate", known)).toEqual([de]);
});

const both = [rule([{ type: "passes_segment", targetValue: "vip" }]), rule([from("DE")])];
const ofApps = (condition: Condition) =>
  lintRules([rule([condition, from("DE")])])
    .filter(({ kind }) => kind === "not_served" || kind === "odd_pattern")
    .map(({ message, conditionIndex }) => [conditionIndex, message]);

test("a condition that apps do not judge is named, and no other one", () => {
  const leftOut = "this rule leaves out whoever meets its other conditions.";
  expect(ofApps({ type: "url", targetValue: "/a" })).toEqual([[0, `Apps do not judge URL: ${leftOut}`]]);
  expect(ofApps({ ...is("experiment_group", "any", "Test"), field: "price" })).toEqual([
    [0, `Apps do not judge Experiment group: ${leftOut}`],
  ]);
  expect(ofApps(is("email", "encoded_any", "x"))).toEqual([
    [0, `Apps do not know the comparison encoded_any: ${leftOut}`],
  ]);
  expect(ofApps({ type: "email", targetValue: "x" })).toEqual([
    [0, `Without a comparison apps do not judge E-mail: ${leftOut}`],
  ]);
  expect(ofApps({ type: "fails_segment", targetValue: "vip" })[0]?.[1]).toContain("everybody meets this");
  for (const condition of [everyone, passes("a"), is("environment_tier", "any", "staging"), from("FR")])
    expect(ofApps(condition)).toEqual([]);
  expect(lintRules(both).filter(({ kind }) => kind === "not_served")).toMatchObject([{ ruleIndex: 0 }]);
});

test("a pattern that is not tried here, or that one library reads differently, is named", () => {
  const of = (pattern: string) => ofApps(field("plan", "str_matches", pattern));
  expect(of("(a+)+$")).toEqual([
    [
      0,
      "It repeats a part that itself can match in several ways, so the pattern is not tried here: who meets it is known in apps alone.",
    ],
  ]);
  expect(of("^\\h+$")[0]?.[1]).toBe(
    "\\h is read differently by newer server libraries, or refused: there nobody may match.",
  );
  for (const plain of ["^pro$", "[a-z]+@[\\w.-]+", "\\d{2}", "[\\]a]", "a|b"]) expect(of(plain)).toEqual([]);
});

const ofValues = (condition: Condition) => {
  const rules = [rule([condition])];
  const [finding, ...more] = lintRules(rules);
  expect(more).toEqual([]);
  return [finding?.kind, finding?.message, finding?.fix?.apply(rules)[0]?.conditions[0]?.targetValue];
};

test.each<[Condition, string, string, string[] | undefined]>([
  [
    from("DE", "FR", "de"),
    "same_value",
    '"DE" and "de" are the same here: case does not count.',
    ["DE", "FR"],
  ],
  [
    field("plan", "any_case_sensitive", "Pro", "pro"),
    "differs_in_case",
    '"Pro" and "pro" differ in case alone, and every other spelling is another value.',
    undefined,
  ],
  [
    field("tags", "array_contains_any", '["a","b"]', "c"),
    "list_as_text",
    '["a","b"] is compared as one text, brackets included.',
    ["a", "b", "c"],
  ],
  [is("user_id", "any", "u1,u2"), "comma_in_value", '"u1,u2" is one value, comma included.', ["u1", "u2"]],
  [
    is("app_version", "any", "1.x"),
    "version_as_text",
    '"1.x" is compared as a text: it stands for no other version. Compare with "at least" and "older than" instead.',
    undefined,
  ],
  [
    is("app_version", "version_gte", "2.1.0-beta.3"),
    "pre_release",
    "Pre-releases are not compared: 2.1.0-beta.3 counts as 2.1.0.",
    ["2.1.0"],
  ],
])("values of %j that may be meant otherwise are %s", (condition, kind, message, left) => {
  expect(ofValues(condition)).toEqual([kind, message, left]);
});

test("values that are plain are left alone", () => {
  for (const condition of [
    field("city", "any", "Berlin, DE"),
    field("plan", "str_matches", "[ab]"),
    field("plan", "str_contains_any", "a,b"),
    field("plan", "any", "[draft]"),
    field("v", "version_lt", "1.2"),
    from("DE", "FR"),
  ])
    expect(lintRules([rule([condition])])).toEqual([]);
});
