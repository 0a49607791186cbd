// Describes the differences between two states of a config in words, grouped by the users whom they affect.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { childOf } from "#contract/json-pointer.ts";
import { isJson, type Json } from "#contract/json5.ts";
import type { Rule, Variant } from "#contract/rule.ts";
import { configResultModel } from "#targeting/evaluate/result-model.ts";
import {
  noEnvironments,
  changedEnvironments,
  type ChangedEnvironments,
  type ChangedEnvironmentsOfRule,
} from "#targeting/evaluate/changed-environments.ts";
import { changeOf, type Change, type Changes } from "./changes.ts";
import { changesByAudience, orderChange, ruleAudiences, ruleChanges } from "./rule-audiences.ts";
import { keywordIn, schemasAt } from "#console/foundation/code-editor/json-schema/schema-at.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { configState } from "#console/foundation/ui/entity-state.ts";
import { percentText } from "#console/foundation/ui/wording.ts";
import { mergeJson, pathText, type Path, type ValueAt } from "./merge-json.ts";
import { valueConsequence } from "./value-consequence.ts";

/** A value, and its source text where that is known. */
interface Written {
  readonly value: unknown;
  readonly text: string | null | undefined;
}

const jsonOf = (value: unknown): Json | undefined => (value !== null && isJson(value) ? value : undefined);

const longest = 160;

const valueAtPath = (root: Json | undefined, path: Path) =>
  path.reduce<Json | undefined>((holder, name) => childOf(holder, name), root);
const isPlainList = (value: Json | undefined) =>
  Array.isArray(value) && value.every((item) => typeof item === "string" || typeof item === "number");

/** Formats a value on one line, truncated where it is long; "not there" where it is absent. */
function shortJson(value: Json | undefined): string {
  if (value === undefined) return "not there";
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Appends the unit to a number where the schema names one: "5900 cents". */
function withUnit(text: string, value: Json | undefined, path: Path, schema: Json | undefined): string {
  if (schema === undefined || typeof value !== "number") return text;
  const unit = keywordIn(schemasAt(schema, path, undefined), "unit");
  return typeof unit === "string" ? `${text} ${unit}` : text;
}

/** Combines the changes to several items of one list of strings or numbers into a single change of the list. */
function wholeLists(changes: readonly ValueAt[], old: Json | undefined, now: Json | undefined): ValueAt[] {
  const seen = new Set<string>();
  return changes.flatMap((change) => {
    const path = change.path.slice(0, -1);
    const [before, value] = [old, now].map((root) => valueAtPath(root, path));
    if (change.path.length === 0 || !isPlainList(before) || !isPlainList(value)) return [change];
    if (seen.has(pathText(path))) return [];
    seen.add(pathText(path));
    return [{ path, before, value }];
  });
}

/** Changes of a value, path by path; where only the source text differs, the change says so. */
function valueChanges(
  label: string,
  before: Written,
  after: Written,
  environments = noEnvironments,
  schema?: Json,
): Change[] {
  const old = jsonOf(before.value);
  const changed = wholeLists(mergeJson(old, old, jsonOf(after.value)).take, old, jsonOf(after.value));
  const rows = changed.map((change) => ({
    what: [label, pathText(change.path)].filter(Boolean).join(" "),
    before: withUnit(shortJson(change.before), change.before, change.path, schema),
    after: withUnit(shortJson(change.value), change.value, change.path, schema),
    consequence: valueConsequence(change.before, change.value),
    environments,
  }));
  if (rows.length > 0 || (before.text ?? "") === (after.text ?? "") || !after.text) return rows;
  const what = [label, "Comments or spacing"].filter(Boolean).join(": ");
  return [{ what, before: "", after: "changed, the value is the same", environments: noEnvironments }];
}

const returned = ({ returnValue, returnValueJson5 }: Rule | Variant): Written => ({
  value: returnValue,
  text: returnValueJson5,
});

const keyOf = (variant: Variant) => variant.id ?? variant.name;

function variantChanges(
  before: readonly Variant[],
  after: readonly Variant[],
  { byContent }: ChangedEnvironmentsOfRule,
  schema: Json | undefined,
): Change[] {
  const old = new Map(before.map((variant) => [keyOf(variant), variant]));
  const now = new Set(after.map(keyOf));
  const share = ({ passPercentage }: Variant) => percentText(passPercentage);
  return [
    ...after.flatMap((variant): Change[] => {
      const was = old.get(keyOf(variant));
      const label = `Variant ${variant.name}:`;
      if (!was) return changeOf(label, "not there", `added, ${share(variant)} of them`, byContent);
      return [
        ...changeOf(`${label} name`, was.name, variant.name),
        ...changeOf(`${label} share`, share(was), share(variant), byContent),
        ...valueChanges(label, returned(was), returned(variant), byContent, schema),
      ];
    }),
    ...before
      .filter((variant) => !now.has(keyOf(variant)))
      .flatMap(({ name }) => changeOf(`Variant ${name}:`, "there", "removed", byContent)),
  ];
}

const changesOfRule = (
  before: Rule,
  after: Rule,
  nameOf: NameOf,
  where: ChangedEnvironmentsOfRule,
  schema: Json | undefined,
): Change[] => [
  ...ruleChanges(before, after, nameOf, where),
  ...valueChanges("", returned(before), returned(after), where.byContent, schema),
  ...variantChanges(before.variants ?? [], after.variants ?? [], where, schema),
];

function schemaOf({ schema, schemaJson5 }: DynamicConfig): Written {
  const text = schemaJson5 ?? schema;
  return { value: valueIn(text ?? ""), text };
}

const changesOfConfig = (
  before: DynamicConfig,
  after: DynamicConfig,
  where: ChangedEnvironments,
): Change[] => [
  ...changeOf("Status", configState(before), configState(after), where.all),
  ...orderChange(before, after, where),
  ...changeOf("Description", before.description ?? "", after.description ?? ""),
  ...changeOf("Tags", before.tags?.join(", ") ?? "", after.tags?.join(", ") ?? ""),
  ...valueChanges("Schema", schemaOf(before), schemaOf(after)),
];

const givesOf = ({ returnValue, variants }: Rule): string =>
  variants?.length
    ? `variants ${variants.map(({ name, passPercentage }) => `${name} ${percentText(passPercentage)}`).join(", ")}`
    : shortJson(jsonOf(returnValue));

const defaultOf = ({ defaultValue, defaultValueJson5 }: DynamicConfig): Written => ({
  value: defaultValue,
  text: defaultValueJson5,
});

export function configChanges(before: DynamicConfig, after: DynamicConfig, nameOf: NameOf): Changes {
  const where = changedEnvironments(configResultModel(before), configResultModel(after));
  const { value } = schemaOf(after);
  const schema = jsonOf(value);
  return changesByAudience(
    where,
    { key: "whole", who: "The whole config", place: "", changes: changesOfConfig(before, after, where) },
    ruleAudiences(
      before,
      after,
      where,
      nameOf,
      (old, now, of) => changesOfRule(old, now, nameOf, of, schema),
      givesOf,
    ),
    {
      key: "default",
      who: "Everyone else",
      place: "Default value",
      changes: valueChanges("", defaultOf(before), defaultOf(after), where.byRest, schema),
    },
  );
}
