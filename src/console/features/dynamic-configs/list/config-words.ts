// Describes in words which users of a config get a value other than the default.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { isJson, isJsonObject, sameJson, type Json } from "#contract/json5.ts";
import type { Rule } from "#contract/rule.ts";
import { textOf, usersParts, type NameOf } from "#console/rules/fields/condition-words.ts";
import { andList, percentText, plural } from "#console/foundation/ui/wording.ts";

const most = 2;

const short = (value: Json): string =>
  Array.isArray(value)
    ? value.map(short).join(", ")
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

/** Lists the fields in which a value differs from the default: "freeFrom 0, note staff price". */
function differences(value: unknown, otherwise: unknown): string {
  if (!isJson(value) || !isJsonObject(value)) return "the default value";
  const before = isJson(otherwise) && isJsonObject(otherwise) ? otherwise : {};
  const fields = Object.entries(value).filter(
    ([name, own]) => before[name] === undefined || !sameJson(before[name], own),
  );
  if (fields.length === 0) return "the default value";
  const named = fields.slice(0, most).map(([name, own]) => `${name} ${short(own)}`);
  const rest = fields.length - named.length;
  return [...named, ...(rest > 0 ? [plural(rest, "more field")] : [])].join(", ");
}

const variantsOf = ({ variants }: Rule) => variants?.length ?? 0;

/** Describes in one line the users whom the rules match: a single rule in full, several by their names. */
export function whoGets({ isEnabled, rules, defaultValue }: DynamicConfig, nameOf: NameOf): string {
  if (!isEnabled) return "Everyone the default value, while it is disabled";
  const giving = rules.filter(({ passPercentage }) => passPercentage > 0);
  const [first, ...rest] = giving;
  if (!first) return "Everyone the default value";
  if (rest.length > 0)
    return andList(
      giving.map(({ name, passPercentage }) =>
        passPercentage === 100 ? name : `${percentText(passPercentage)} of ${name}`,
      ),
    );
  const gets = variantsOf(first)
    ? `one of ${plural(variantsOf(first), "variant")}`
    : differences(first.returnValue, defaultValue);
  return `${textOf(usersParts(first.conditions, first.passPercentage, nameOf))}: ${gets}`;
}

/** Returns the number of rules and variants: "4", or "4, 2 variants". */
export function rulesText({ rules }: DynamicConfig): string {
  const variants = rules.reduce((sum, rule) => sum + variantsOf(rule), 0);
  return variants > 0 ? `${rules.length}, ${plural(variants, "variant")}` : String(rules.length);
}
