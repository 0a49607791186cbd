// The user's current position in a form: the tab, and the selected rule and variant.
import type { Changes } from "#console/editing/diff-merge/changes.ts";
import type { FieldTab, PlacedRule } from "./problem-place.ts";

export interface Place {
  rule?: string | undefined;
  variant?: string | undefined;
}

/** Returns the position of the same rule and variant after a save, which replaces the temporary keys of new ones. */
export function savedPlace(
  { rule, variant }: Place,
  before: readonly PlacedRule[],
  now: readonly PlacedRule[],
): Place {
  const number = before.findIndex(({ key }) => key === rule);
  const place = before[number]?.variants?.findIndex(({ key }) => key === variant) ?? -1;
  return { rule: now[number]?.key, variant: now[number]?.variants?.[place]?.key };
}

/** Returns the position of the first change. */
export function placeOfChange(
  { audiences: [first] }: Changes,
  rules: readonly PlacedRule[],
  tabOf: (field: string) => FieldTab,
): Place & { tab?: FieldTab | undefined } {
  if (first?.key === "default") return { tab: tabOf("defaultValue") };
  const rule = rules.find(({ key }) => key === first?.key);
  const field = first?.changes[0]?.what.split(" ")[0]?.toLowerCase() ?? "";
  return rule || first?.key !== "whole" || field === "order" ? { rule: rule?.key } : { tab: tabOf(field) };
}
