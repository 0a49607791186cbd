import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { configDraftOf, type ConfigDraft } from "./config-draft.ts";

interface Place {
  rule?: string | undefined;
  variant?: string | undefined;
}

/** Where the chosen rule and variant stand after a save: new ones have got their ids. */
export function savedPlace({ rules }: ConfigDraft, saved: DynamicConfig, { rule, variant }: Place): Place {
  const number = rules.findIndex(({ key }) => key === rule);
  const place = rules[number]?.variants.findIndex(({ key }) => key === variant) ?? -1;
  const now = configDraftOf(saved).rules[number];
  return { rule: now?.key, variant: now?.variants[place]?.key };
}
