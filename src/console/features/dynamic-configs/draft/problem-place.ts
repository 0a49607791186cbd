// Where a problem of the update stands in the form: the id of its field, and how its place is said.
import type { ConfigDraft } from "./config-draft.ts";

const valueFields = new Set(["returnValue", "returnValueJson5"]);

/** Id of the element that a problem stands at; paths as in API 4.4. */
export function fieldID(property: string): string {
  const [field = "", index, part = "name", place, last] = property.split(".");
  if (field.startsWith("schema")) return "schema";
  if (field.startsWith("defaultValue")) return "default-value";
  if (field !== "rules" || index === undefined) return field === "rules" ? "rule-0-name" : field;
  if (part === "conditions") return `rule-${index}-conditions-${place ?? 0}-${last ?? "type"}`;
  if (part === "variants" && place !== undefined)
    return `rule-${index}-variants-${place}-${valueFields.has(last ?? "") ? "value" : (last ?? "name")}`;
  return `rule-${index}-${valueFields.has(part) ? "value" : part}`;
}

const words: Readonly<Record<string, string>> = {
  passPercentage: "passes",
  name: "name",
  conditions: "conditions",
  variants: "variants",
};

/** "Rule, variant, value price.amount": in words, with the path within the value where there is one. */
export function labelOf(property: string, draft: ConfigDraft): string {
  const [field = "", ...path] = property.split(".");
  const within = (label: string, inside: readonly string[]) =>
    [label, inside.join(".")].filter(Boolean).join(" ");
  if (field.startsWith("schema")) return within("Schema", path);
  if (field.startsWith("defaultValue")) return within("Default value", path);
  const [index, part = "", ...inRule] = path;
  if (field !== "rules" || index === undefined) return field === "rules" ? "Rules" : field;
  const rule = draft.rules[Number(index)];
  const place = part === "variants" ? inRule[0] : undefined;
  const variant = place === undefined ? undefined : rule?.variants[Number(place)];
  const [last = part, ...inValue] = place === undefined ? [part, ...inRule] : inRule.slice(1);
  const what = valueFields.has(last) ? within("value", inValue) : (words[last] ?? last);
  return [rule?.name || `Rule ${Number(index) + 1}`, variant && `variant ${variant.name}`, what]
    .filter(Boolean)
    .join(", ");
}

/** What must be in view for a problem's field to be there: the tab, the rule and the variant, as the address names them. */
export function placeOf(property: string, draft: ConfigDraft) {
  const [field = "", index, part, place] = property.split(".");
  if (field.startsWith("schema")) return { tab: "schema" as const };
  if (field !== "rules") return { tab: "default" as const };
  const rule = draft.rules[Number(index ?? 0)];
  const variant = part === "variants" ? rule?.variants[Number(place)] : undefined;
  return { tab: undefined, rule: rule?.key, variant: variant?.key };
}
