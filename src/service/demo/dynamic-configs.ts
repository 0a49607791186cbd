// The stored form of the demo's dynamic configs.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { browsingConfigs } from "./browsing-configs.ts";
import { authorship, idOf, rule, twins } from "./building-blocks.ts";
import { checkoutConfigs } from "./checkout-configs.ts";

function schemaOf(text: string) {
  const { schema } = twins("schema", text);
  return { schema: JSON.stringify(schema), schemaJson5: text };
}

export const demoDynamicConfigs = (now: number): DynamicConfig[] =>
  [...checkoutConfigs, ...browsingConfigs].map((draft) => {
    const id = idOf(draft.name);
    return {
      id,
      name: draft.name,
      description: draft.description,
      idType: "userID",
      ...authorship(draft, now),
      targetApps: [],
      holdoutIDs: [],
      isEnabled: draft.isEnabled ?? true,
      rules: draft.rules.map((item) => rule(id, item)),
      ...twins("defaultValue", draft.value),
      ...(draft.schema === undefined ? {} : schemaOf(draft.schema)),
      tags: draft.tags,
    };
  });
