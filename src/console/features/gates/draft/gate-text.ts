import type { Gate } from "#contract/gate.ts";

/** The editable fields of a gate as one text, for a diff by lines. */
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
