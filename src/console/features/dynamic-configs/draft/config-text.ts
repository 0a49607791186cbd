// Formats a config as one text, including comments in its values, for the diff by lines.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { isJson } from "#contract/json5.ts";
import type { Rule } from "#contract/rule.ts";
import { printed, usualStyle } from "#console/foundation/code-editor/json5/style.ts";

const indented = (text: string, depth: number) => text.split("\n").join(`\n${"  ".repeat(depth)}`);
const valueText = (json5: string | null | undefined, json: unknown, depth: number) =>
  indented(json5 ?? JSON.stringify(json ?? null, null, 2), depth);

/** Formats a value that has no stored source text in the usual handwritten style. */
const plainText = (value: unknown, indent: string) =>
  isJson(value) ? printed(value, usualStyle, indent) : JSON.stringify(value);

function ruleText(rule: Rule): string {
  const parts = [
    `name: ${JSON.stringify(rule.name)}`,
    `passPercentage: ${rule.passPercentage}`,
    `environments: ${plainText(rule.environments ?? null, "      ")}`,
    `conditions: ${plainText(rule.conditions, "      ")}`,
    ...(rule.returnValue ? [`returnValue: ${valueText(rule.returnValueJson5, rule.returnValue, 3)}`] : []),
    ...(rule.variants ?? []).map(
      (variant) =>
        `variant ${JSON.stringify(variant.name)}, ${variant.passPercentage} %: ${valueText(variant.returnValueJson5, variant.returnValue, 3)}`,
    ),
  ];
  return `    {\n      ${parts.join(",\n      ")},\n    }`;
}

/** Returns the config as one text. */
export const configText = (config: DynamicConfig): string =>
  [
    "{",
    `  isEnabled: ${config.isEnabled},`,
    `  description: ${JSON.stringify(config.description ?? "")},`,
    `  tags: ${plainText(config.tags ?? [], "  ")},`,
    config.rules.length ? `  rules: [\n${config.rules.map(ruleText).join(",\n")}\n  ],` : "  rules: [],",
    `  defaultValue: ${valueText(config.defaultValueJson5, config.defaultValue, 1)},`,
    ...(config.schema ? [`  schema: ${indented(config.schemaJson5 ?? config.schema, 1)},`] : []),
    "}",
  ].join("\n");
