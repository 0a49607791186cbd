// Where a problem of a gate stands in the form: the id of its field, how its place is said, and what brings it into view.
import type { GateDraft } from "./gate-draft.ts";

/** Id of the element that a problem stands at; paths as the whole gate has them. */
export function fieldID(property: string): string {
  const [field = "", index, part = "name", place, last] = property.split(".");
  if (field !== "rules" || index === undefined) return field === "status" ? "state" : field;
  if (part === "conditions") return `rule-${index}-conditions-${place ?? 0}-${last ?? "type"}`;
  return `rule-${index}-${part === "passPercentage" ? part : "name"}`;
}

const words: Readonly<Record<string, string>> = {
  passPercentage: "passes",
  name: "name",
  conditions: "conditions",
  id: "rule",
};

export function labelOf(property: string, { rules }: GateDraft): string {
  const [field = "", index, part = "", place] = property.split(".");
  if (field !== "rules" || index === undefined) return field.charAt(0).toUpperCase() + field.slice(1);
  const name = rules[Number(index)]?.name || `Rule ${Number(index) + 1}`;
  const what = part === "conditions" && place ? `condition ${Number(place) + 1}` : (words[part] ?? part);
  return `${name}, ${what}`;
}

/** The tab and the rule that must be in view, as the address names them. */
export function placeOf(property: string, { rules }: GateDraft) {
  const [field, index] = property.split(".");
  return field === "rules"
    ? { tab: undefined, rule: rules[Number(index ?? 0)]?.key }
    : { tab: "settings" as const };
}
