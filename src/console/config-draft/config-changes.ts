// What differs between two states of a config, by whom it reaches, in words.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { parseJson5, type Json } from "#contract/json5.ts";
import { baseIDOf, type Rule, type Variant } from "#contract/rule.ts";
import { textOf, usersParts, type NameOf } from "#console/rules/condition-words.ts";
import { percentText } from "#console/rules/percent.ts";
import { ruleChanges } from "#console/rules/rule-draft.ts";
import { jsonChanges, shortJson } from "./json-changes.ts";

export interface Change {
  what: string;
  before: string;
  after: string;
}

/** The users of one rule, or everyone, and what changes for them. */
export interface AudienceChange {
  key: string;
  /** "12.5 % of users where country is DE". */
  who: string;
  /** "Rule 2, North"; empty where the whole config is meant. */
  place: string;
  changes: Change[];
}

export interface ConfigChanges {
  audiences: AudienceChange[];
  /** Names of the rules that stay as they are. */
  unchanged: string[];
}

/** JSON of a value as the contract types it: an answer was JSON once. */
const jsonOf = (value: unknown): Json | undefined => {
  if (value === undefined || value === null) return undefined;
  const parsed = parseJson5(JSON.stringify(value));
  return parsed.ok ? parsed.value : undefined;
};

const onlyText: Change = { what: "Comments or spacing", before: "", after: "Changed, the value is the same" };

/** Values path by path; a change of the text alone is said as such. */
function valueChanges(
  label: string,
  [before, after]: readonly [unknown, unknown],
  [oldText, newText]: readonly [string | null | undefined, string | null | undefined],
): Change[] {
  const rows = jsonChanges(jsonOf(before), jsonOf(after)).map((change) => ({
    what: [label, change.path.join(".")].filter(Boolean).join(" "),
    before: shortJson(change.before),
    after: shortJson(change.after),
  }));
  if (rows.length > 0 || (oldText ?? "") === (newText ?? "") || !newText) return rows;
  return [{ ...onlyText, what: [label, onlyText.what.toLowerCase()].filter(Boolean).join(": ") }];
}

const keyOf = (variant: Variant) => variant.id ?? variant.name;

function variantChanges(before: readonly Variant[], after: readonly Variant[]): Change[] {
  const old = new Map(before.map((variant) => [keyOf(variant), variant]));
  const kept = new Set(after.map(keyOf));
  return [
    ...after.flatMap((variant): Change[] => {
      const was = old.get(keyOf(variant));
      const label = `Variant ${variant.name}:`;
      if (!was)
        return [
          {
            what: label,
            before: "not there",
            after: `added, ${percentText(variant.passPercentage)} of them`,
          },
        ];
      return [
        ...(was.name === variant.name
          ? []
          : [{ what: `${label} name`, before: was.name, after: variant.name }]),
        ...(was.passPercentage === variant.passPercentage
          ? []
          : [
              {
                what: `${label} share`,
                before: percentText(was.passPercentage),
                after: percentText(variant.passPercentage),
              },
            ]),
        ...valueChanges(
          label,
          [was.returnValue, variant.returnValue],
          [was.returnValueJson5, variant.returnValueJson5],
        ),
      ];
    }),
    ...before
      .filter((variant) => !kept.has(keyOf(variant)))
      .map((variant) => ({ what: `Variant ${variant.name}:`, before: "there", after: "removed" })),
  ];
}

const changesOfRule = (before: Rule, after: Rule, nameOf: NameOf): Change[] => [
  ...ruleChanges(before, after, nameOf),
  ...valueChanges(
    "",
    [before.returnValue, after.returnValue],
    [before.returnValueJson5, after.returnValueJson5],
  ),
  ...variantChanges(before.variants ?? [], after.variants ?? []),
];

const placeIn = (config: DynamicConfig, rule: Rule) => `Rule ${config.rules.indexOf(rule) + 1}, ${rule.name}`;

function changesOfConfig(before: DynamicConfig, after: DynamicConfig): Change[] {
  const row = (what: string, old: string, now: string): Change[] =>
    old === now ? [] : [{ what, before: old || "none", after: now || "none" }];
  const commonOrder = (from: DynamicConfig, other: DynamicConfig) => {
    const known = new Set(other.rules.map(baseIDOf));
    return from.rules.filter((rule) => known.has(baseIDOf(rule)));
  };
  const [old, now] = [commonOrder(before, after), commonOrder(after, before)];
  const isMoved = old.map(baseIDOf).join() !== now.map(baseIDOf).join();
  const names = (rules: readonly Rule[]) => rules.map(({ name }) => name).join(", ");
  return [
    ...row("State", before.isEnabled ? "On" : "Off", after.isEnabled ? "On" : "Off"),
    ...(isMoved ? row("Order of the rules", names(old), names(now)) : []),
    ...row("Description", before.description ?? "", after.description ?? ""),
    ...row("Tags", before.tags?.join(", ") ?? "", after.tags?.join(", ") ?? ""),
    ...valueChanges(
      "Schema",
      [schemaOf(before), schemaOf(after)],
      [before.schemaJson5 ?? before.schema, after.schemaJson5 ?? after.schema],
    ),
  ];
}

function schemaOf({ schema, schemaJson5 }: DynamicConfig): Json | undefined {
  const parsed = parseJson5(schemaJson5 ?? schema ?? "");
  return parsed.ok ? parsed.value : undefined;
}

export function configChanges(before: DynamicConfig, after: DynamicConfig, nameOf: NameOf): ConfigChanges {
  const stored = new Map(before.rules.map((rule) => [baseIDOf(rule), rule]));
  const kept = new Set(after.rules.map(baseIDOf));
  const same = (rule: Rule): AudienceChange => ({
    key: baseIDOf(rule),
    who: "",
    place: placeIn(after, rule),
    changes: [],
  });
  const whoOf = (rule: Rule) => textOf(usersParts(rule.conditions, rule.passPercentage, nameOf));
  const rules = after.rules.map((rule): AudienceChange => {
    const old = stored.get(baseIDOf(rule));
    if (old === rule) return same(rule);
    return {
      key: baseIDOf(rule),
      who: whoOf(rule),
      place: placeIn(after, rule),
      changes: old
        ? changesOfRule(old, rule, nameOf)
        : [{ what: "Rule", before: "not there", after: "added" }],
    };
  });
  const removed = before.rules
    .filter((rule) => !kept.has(baseIDOf(rule)))
    .map((rule): AudienceChange => ({
      key: baseIDOf(rule),
      who: whoOf(rule),
      place: placeIn(before, rule),
      changes: [{ what: "Rule", before: "there", after: "removed: the next rule that fits decides" }],
    }));
  const all: AudienceChange[] = [
    { key: "config", who: "The whole config", place: "", changes: changesOfConfig(before, after) },
    ...rules,
    ...removed,
    {
      key: "default",
      who: "Everyone else",
      place: "Default value",
      changes: valueChanges(
        "",
        [before.defaultValue, after.defaultValue],
        [before.defaultValueJson5, after.defaultValueJson5],
      ),
    },
  ];
  return {
    audiences: all.filter(({ changes }) => changes.length > 0),
    unchanged: rules.filter(({ changes }) => changes.length === 0).map(({ place }) => place),
  };
}

const isPlural = (count: number) => (count === 1 ? "" : "s");

/** "3 changes in 2 rules". */
export function countText(changes: ConfigChanges): string {
  const count = countChanges(changes);
  const rules = changes.audiences.filter(({ key }) => key !== "config" && key !== "default").length;
  const where = rules > 0 ? ` in ${rules} rule${isPlural(rules)}` : "";
  return `${count} change${isPlural(count)}${rules < changes.audiences.length && rules > 0 ? "" : where}`;
}

export const countChanges = ({ audiences }: ConfigChanges) =>
  audiences.reduce((sum, { changes }) => sum + changes.length, 0);
