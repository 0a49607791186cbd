// What differs between two states of a config: by rule in words, and as one text for the diff.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { sameJson } from "#contract/json5.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { ruleChanges } from "#console/rules/rule-draft.ts";

export interface ConfigChange {
  who: string;
  what: string;
  before: string;
  after: string;
}

const longest = 160;
const compact = (value: unknown) => {
  const text = value === undefined || value === null ? "nothing" : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

const variantsText = (rule: Rule) =>
  (rule.variants ?? [])
    .map((variant) => `${variant.name} ${variant.passPercentage} %: ${compact(variant.returnValue)}`)
    .join("; ") || "none";

const textChanged = (before: string | null | undefined, after: string | null | undefined) =>
  (before ?? "") !== (after ?? "");

function changesOfRule(before: Rule, after: Rule, number: number, nameOf: NameOf): ConfigChange[] {
  const who = `Rule ${number}, ${after.name}`;
  const rows = ruleChanges(before, after, nameOf).map((change) => ({ who, ...change }));
  if (!sameJson(before.returnValue ?? null, after.returnValue ?? null))
    rows.push({ who, what: "Value", before: compact(before.returnValue), after: compact(after.returnValue) });
  else if (textChanged(before.returnValueJson5, after.returnValueJson5))
    rows.push({ who, what: "Value", before: "The same value", after: "Other comments or spacing" });
  if (variantsText(before) !== variantsText(after))
    rows.push({ who, what: "Variants", before: variantsText(before), after: variantsText(after) });
  return rows;
}

export function configChanges(before: DynamicConfig, after: DynamicConfig, nameOf: NameOf): ConfigChange[] {
  const stored = new Map(before.rules.map((rule) => [baseIDOf(rule), rule]));
  const kept = new Set(after.rules.map(baseIDOf));
  const common = (from: DynamicConfig, other: ReadonlySet<string> | ReadonlyMap<string, unknown>) =>
    from.rules.map(baseIDOf).filter((id) => other.has(id));
  const config = "The config";
  const row = (what: string, old: string, now: string): ConfigChange[] =>
    old === now ? [] : [{ who: config, what, before: old, after: now }];
  return [
    ...row("State", before.isEnabled ? "On" : "Off", after.isEnabled ? "On" : "Off"),
    ...row("Description", before.description ?? "", after.description ?? ""),
    ...row("Tags", before.tags?.join(", ") ?? "", after.tags?.join(", ") ?? ""),
    ...after.rules.flatMap((rule, index) => {
      const old = stored.get(baseIDOf(rule));
      return old
        ? changesOfRule(old, rule, index + 1, nameOf)
        : [{ who: `Rule ${index + 1}, ${rule.name}`, what: "Rule", before: "Not there", after: "Added" }];
    }),
    ...before.rules.flatMap((rule) =>
      kept.has(baseIDOf(rule))
        ? []
        : [{ who: `Rule ${rule.name}`, what: "Rule", before: "There", after: "Removed" }],
    ),
    ...(common(before, kept).join() === common(after, stored).join()
      ? []
      : [
          {
            who: config,
            what: "Order of the rules",
            before: before.rules.map(({ name }) => name).join(", "),
            after: after.rules.map(({ name }) => name).join(", "),
          },
        ]),
    ...(sameJson(before.defaultValue ?? null, after.defaultValue ?? null)
      ? textChanged(before.defaultValueJson5, after.defaultValueJson5)
        ? [
            {
              who: "Everyone else",
              what: "Default value",
              before: "The same value",
              after: "Other comments or spacing",
            },
          ]
        : []
      : [
          {
            who: "Everyone else",
            what: "Default value",
            before: compact(before.defaultValue),
            after: compact(after.defaultValue),
          },
        ]),
    ...(textChanged(before.schemaJson5 ?? before.schema, after.schemaJson5 ?? after.schema)
      ? [
          {
            who: config,
            what: "Schema",
            before: before.schema ? "Set" : "None",
            after: after.schema ? "Changed" : "Removed",
          },
        ]
      : []),
  ];
}

const indented = (text: string, depth: number) => text.split("\n").join(`\n${"  ".repeat(depth)}`);
const valueText = (json5: string | null | undefined, json: unknown, depth: number) =>
  indented(json5 ?? JSON.stringify(json ?? null, null, 2), depth);

function ruleText(rule: Rule): string {
  const parts = [
    `name: ${JSON.stringify(rule.name)}`,
    `passPercentage: ${rule.passPercentage}`,
    `environments: ${JSON.stringify(rule.environments ?? null)}`,
    `conditions: ${indented(JSON.stringify(rule.conditions, null, 2), 3)}`,
    ...(rule.returnValue ? [`returnValue: ${valueText(rule.returnValueJson5, rule.returnValue, 3)}`] : []),
    ...(rule.variants ?? []).map(
      (variant) =>
        `variant ${JSON.stringify(variant.name)}, ${variant.passPercentage} %: ${valueText(variant.returnValueJson5, variant.returnValue, 3)}`,
    ),
  ];
  return `    {\n      ${parts.join(",\n      ")},\n    }`;
}

/** A config as one text, values with their comments. */
export const configText = (config: DynamicConfig): string =>
  [
    "{",
    `  isEnabled: ${config.isEnabled},`,
    `  description: ${JSON.stringify(config.description ?? "")},`,
    `  tags: ${JSON.stringify(config.tags ?? [])},`,
    `  rules: [\n${config.rules.map(ruleText).join(",\n")}\n  ],`,
    `  defaultValue: ${valueText(config.defaultValueJson5, config.defaultValue, 1)},`,
    ...(config.schema ? [`  schema: ${indented(config.schemaJson5 ?? config.schema, 1)},`] : []),
    "}",
  ].join("\n");
