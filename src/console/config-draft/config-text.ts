// A config as one text, values with their comments: what the side-by-side diff compares.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Rule } from "#contract/rule.ts";

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
    config.rules.length ? `  rules: [\n${config.rules.map(ruleText).join(",\n")}\n  ],` : "  rules: [],",
    `  defaultValue: ${valueText(config.defaultValueJson5, config.defaultValue, 1)},`,
    ...(config.schema ? [`  schema: ${indented(config.schemaJson5 ?? config.schema, 1)},`] : []),
    "}",
  ].join("\n");
