// Differences between two states of a config in words, by the users they are for.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { isJson, type Json } from "#contract/json5.ts";
import type { Rule, Variant } from "#contract/rule.ts";
import {
  changeOf,
  type AudienceChange,
  type Change,
  type Changes,
} from "#console/editing/diff-merge/changes.ts";
import { orderChange, ruleAudiences, ruleChanges } from "#console/editing/diff-merge/rule-audiences.ts";
import { parsedText } from "#console/foundation/code-editor/json5/read-text.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { jsonChanges, shortJson } from "./json-changes.ts";
import { percentText } from "#console/foundation/ui/wording.ts";

const jsonOf = (value: unknown): Json | undefined => (value !== null && isJson(value) ? value : undefined);

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

const changesOfConfig = (before: DynamicConfig, after: DynamicConfig): Change[] => [
  ...changeOf("State", before.isEnabled ? "On" : "Off", after.isEnabled ? "On" : "Off"),
  ...orderChange(before, after),
  ...changeOf("Description", before.description ?? "", after.description ?? ""),
  ...changeOf("Tags", before.tags?.join(", ") ?? "", after.tags?.join(", ") ?? ""),
  ...valueChanges(
    "Schema",
    [schemaOf(before), schemaOf(after)],
    [before.schemaJson5 ?? before.schema, after.schemaJson5 ?? after.schema],
  ),
];

const givesOf = ({ returnValue, variants }: Rule): string =>
  variants?.length
    ? `variants ${variants.map(({ name, passPercentage }) => `${name} ${percentText(passPercentage)}`).join(", ")}`
    : shortJson(jsonOf(returnValue));

function schemaOf({ schema, schemaJson5 }: DynamicConfig): Json | undefined {
  const parsed = parsedText(schemaJson5 ?? schema ?? "");
  return parsed.ok ? parsed.value : undefined;
}

export function configChanges(before: DynamicConfig, after: DynamicConfig, nameOf: NameOf): Changes {
  const rules = ruleAudiences(before, after, nameOf, (old, now) => changesOfRule(old, now, nameOf), givesOf);
  const all: AudienceChange[] = [
    { key: "whole", who: "The whole config", place: "", changes: changesOfConfig(before, after) },
    ...rules,
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
