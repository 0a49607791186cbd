import { expect, test } from "vitest";
import type { ConfigDraft, ConfigRuleDraft } from "./config-draft.ts";
import { mergeDrafts } from "./merge-drafts.ts";

const rule = (key: string, more: Partial<ConfigRuleDraft> = {}): ConfigRuleDraft => ({
  key,
  id: `${key}:100.00:1`,
  baseID: key,
  name: key.toUpperCase(),
  passPercentage: 100,
  conditions: [],
  environments: null,
  value: "{ price: 1 }",
  variants: [],
  ...more,
});
const draft = (more: Partial<ConfigDraft> = {}): ConfigDraft => ({
  isEnabled: true,
  description: "",
  tags: [],
  defaultValue: "{ price: 5, limit: 1 }",
  schema: "",
  rules: [rule("a"), rule("b"), rule("c")],
  ...more,
});
const base = draft();
const merge = (mine: ConfigDraft, theirs: ConfigDraft) => mergeDrafts(base, mine, theirs);
const keys = ({ rules }: ConfigDraft) => rules.map(({ key }) => key).join("");
const withRule = (key: string, more: Partial<ConfigRuleDraft>) =>
  draft({ rules: base.rules.map((one) => (one.key === key ? { ...one, ...more } : one)) });

test("what only one of us changed is merged without a question", () => {
  const { value, taken, conflicts } = merge(
    draft({ description: "mine" }),
    draft({ isEnabled: false, tags: ["theirs"] }),
  );
  expect(value).toMatchObject({ description: "mine", isEnabled: false, tags: ["theirs"] });
  expect(taken).toEqual(["Status", "Tags"]);
  expect(conflicts).toEqual([]);
});

test("different fields of one rule come together, the same field is asked about", () => {
  const { value, taken, conflicts } = merge(
    withRule("b", { name: "Mine", passPercentage: 10 }),
    withRule("b", { environments: ["production"], passPercentage: 20 }),
  );
  expect(value.rules[1]).toMatchObject({ name: "Mine", environments: ["production"], passPercentage: 10 });
  expect(taken).toEqual(["Rule Mine: environments"]);
  expect(conflicts).toMatchObject([
    { where: "Rule Mine, rollout", base: "100\u00a0%", mine: "10\u00a0%", theirs: "20\u00a0%" },
  ]);
  expect(conflicts[0]?.takeTheirs(value).rules[1]).toMatchObject({ name: "Mine", passPercentage: 20 });
});

test("values are merged by path, and my comments stay", () => {
  const { value, taken, conflicts } = merge(
    draft({ defaultValue: "{\n  // In euros.\n  price: 6,\n  limit: 1,\n}" }),
    draft({ defaultValue: "{ price: 5, limit: 9 }" }),
  );
  expect(value.defaultValue).toBe("{\n  // In euros.\n  price: 6,\n  limit: 9,\n}");
  expect(taken).toEqual(["Default value limit"]);
  expect(conflicts).toEqual([]);
});

test("the same path changed by both is asked about; theirs can be taken, all else of mine stays", () => {
  const { value, conflicts } = merge(
    draft({ defaultValue: "{ price: 6, limit: 2 /* why */ }" }),
    draft({ defaultValue: "{ price: 7, limit: 1 }" }),
  );
  expect(conflicts).toMatchObject([{ where: "Default value price", base: "5", mine: "6", theirs: "7" }]);
  expect(conflicts[0]?.takeTheirs(value).defaultValue).toBe("{ price: 7, limit: 2 /* why */ }");
});

test("a text that does not parse is kept whole until it is decided", () => {
  const { value, conflicts } = merge(
    draft({ defaultValue: "{ oops" }),
    draft({ defaultValue: "{ price: 9 }" }),
  );
  expect(value.defaultValue).toBe("{ oops");
  expect(conflicts).toMatchObject([{ where: "Default value", mine: "{ oops", theirs: "{ price: 9 }" }]);
});

test.each<[string, ConfigRuleDraft[], ConfigRuleDraft[], string, string[], number]>([
  ["both added rules", [...base.rules, rule("m")], [rule("t"), ...base.rules], "tabcm", ["Rule T: added"], 0],
  ["they removed one I left alone", base.rules, base.rules.slice(1), "bc", ["Rule A: removed"], 0],
  ["I removed one they left alone", base.rules.slice(1), base.rules, "bc", [], 0],
  ["they moved rules", base.rules, [rule("c"), rule("a"), rule("b")], "cab", ["Order of the rules"], 0],
  ["I moved rules", [rule("c"), rule("a"), rule("b")], base.rules, "cab", [], 0],
  ["both moved them", [rule("c"), rule("a"), rule("b")], [rule("b"), rule("a"), rule("c")], "cab", [], 1],
  [
    "they removed one I changed",
    [rule("a", { passPercentage: 5 }), rule("b"), rule("c")],
    [rule("b"), rule("c")],
    "abc",
    [],
    1,
  ],
  [
    "I removed one they changed",
    [rule("b"), rule("c")],
    [rule("a", { passPercentage: 5 }), rule("b"), rule("c")],
    "bc",
    [],
    1,
  ],
])("lists: %s", (_, mine, theirs, order, taken, questions) => {
  const merged = merge(draft({ rules: mine }), draft({ rules: theirs }));
  expect(keys(merged.value)).toBe(order);
  expect(merged.taken).toEqual(taken);
  expect(merged.conflicts).toHaveLength(questions);
});

test("a rule that one removed and the other changed can be had either way", () => {
  const removed = merge(draft({ rules: base.rules.slice(1) }), withRule("a", { passPercentage: 5 }));
  expect(keys(removed.conflicts[0]?.takeTheirs(removed.value) ?? base)).toBe("abc");
  const changed = merge(withRule("a", { passPercentage: 5 }), draft({ rules: base.rules.slice(1) }));
  expect(keys(changed.conflicts[0]?.takeTheirs(changed.value) ?? base)).toBe("bc");
});

test("variants are merged like rules", () => {
  const variant = (key: string, passPercentage: number) => ({
    key,
    id: key,
    name: key,
    passPercentage,
    value: "{}",
  });
  const split = withRule("a", { variants: [variant("x", 50), variant("y", 50)] });
  const { value, taken, conflicts } = mergeDrafts(
    split,
    { ...split, description: "mine" },
    withRule("a", { variants: [variant("x", 30), variant("y", 70)] }),
  );
  expect(value.rules[0]?.variants.map(({ passPercentage }) => passPercentage)).toEqual([30, 70]);
  expect(taken).toEqual(["Rule A: Variant x: share", "Rule A: Variant y: share"]);
  expect(conflicts).toEqual([]);
});
