// Where a problem of a draft stands in the form: the id of its field, its label, and the address that brings it into view.
import { capitalise } from "#console/foundation/ui/wording.ts";

export interface PlacedRule {
  key: string;
  name: string;
  variants?: readonly { key: string; name: string }[];
}

/** Tabs with fields outside the rules. */
export type FieldTab = "settings" | "default" | "schema";

/** Values stand in two properties, as JSON and as JSON5, and in one field. */
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

/** Id of the element that a problem stands at; properties as in API 4.4. */
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

/** "Rule, variant, value price.amount": with the path within a value. */
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

/** `tabOf` names the tab of a field that is not in the rules. */
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
