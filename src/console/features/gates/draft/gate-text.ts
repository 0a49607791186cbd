import type { Gate } from "#contract/gate.ts";

/** The fields of a gate that people edit, as one text. */
export const gateText = ({ name, description, tags, status, isEnabled, rules, ...gate }: Gate): string =>
  JSON.stringify(
    {
      name,
      description: description ?? "",
      tags: tags ?? [],
      type: gate.type,
      status,
      isEnabled,
      rules: rules.map((rule) => ({
        name: rule.name,
        passPercentage: rule.passPercentage,
        environments: rule.environments ?? null,
        conditions: rule.conditions,
      })),
    },
    null,
    2,
  );
