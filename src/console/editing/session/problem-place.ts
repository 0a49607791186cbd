// Locates a validation error of a draft in the form: the id and label of its field, and the search parameters that bring it into view.
import { capitalise } from "#console/foundation/ui/wording.ts";

export interface PlacedRule {
  key: string;
  name: string;
  variants?: readonly { key: string; name: string }[];
}

/** Tabs with fields outside the rules. */
export type FieldTab = "settings" | "default" | "schema";

/** A value has two properties, one for JSON and one for JSON5, but a single field. */
const plain = (property = "") => property.replace(/Json5$/, "");

const ids: Readonly<Record<string, string>> = {
  status: "state",
  defaultValue: "default-value",
  rules: "rule-0-name",
};
const ruleFields: Readonly<Record<string, string>> = {
  passPercentage: "passPercentage",
  returnValue: "value",
  variants: "variants",
};

/** DOM id of the field that a validation error belongs to; properties as in API 4.4. */
export function fieldID(property: string): string {
  const [field, index, part, place, last = ""] = property.split(".");
  const name = plain(field);
  if (name !== "rules" || index === undefined) return ids[name] ?? name;
  if (part === "conditions") return `rule-${index}-conditions-${place ?? 0}-${last || "type"}`;
  if (part === "variants" && place !== undefined)
    return `rule-${index}-variants-${place}-${ruleFields[plain(last)] ?? "name"}`;
  return `rule-${index}-${ruleFields[plain(part)] ?? "name"}`;
}

const withPath = (label: string, path: readonly string[]) => [label, ...path].join(" ").trim();
const labels: Readonly<Record<string, string>> = { defaultValue: "Default value", schema: "Schema" };
const ruleLabels: Readonly<Record<string, string>> = { passPercentage: "passes", id: "rule" };

/** Label such as "Rule, variant, value price.amount", which includes the path within a value. */
function labelOf(property: string, rules: readonly PlacedRule[]): string {
  const [field = "", index, ...path] = property.split(".");
  const name = plain(field);
  if (name !== "rules" || index === undefined) {
    const label = labels[name];
    return label ? withPath(label, [[index, ...path].filter(Boolean).join(".")]) : capitalise(name);
  }
  const rule = rules[Number(index)];
  const variant = path[0] === "variants" ? rule?.variants?.[Number(path[1])] : undefined;
  const [last = "", ...inside] = variant && path.length > 2 ? path.slice(2) : path;
  const what =
    last === "conditions" && inside[0] !== undefined
      ? `condition ${Number(inside[0]) + 1}`
      : plain(last) === "returnValue"
        ? withPath("value", [inside.join(".")])
        : (ruleLabels[last] ?? last);
  return [rule?.name || `Rule ${Number(index) + 1}`, variant && `variant ${variant.name}`, what]
    .filter(Boolean)
    .join(", ");
}

/** Locates a validation error; `tabOf` returns the tab of a field outside the rules. */
export function problemPlace(
  property: string,
  { rules }: { rules: readonly PlacedRule[] },
  tabOf: (field: string) => FieldTab,
) {
  const [field = "", index = "0", part, place] = property.split(".");
  const rule = rules[Number(index)];
  const variant = part === "variants" ? rule?.variants?.[Number(place)]?.key : undefined;
  return {
    id: fieldID(property),
    label: labelOf(property, rules),
    search: field === "rules" ? { tab: undefined, rule: rule?.key, variant } : { tab: tabOf(plain(field)) },
  };
}
