import { formatJson5, isJsonObject, parseJson5, type Json } from "#contract/json5.ts";
import type { ValueAt } from "./merge-json.ts";

function withValue(
  whole: Json | undefined,
  [name, ...rest]: readonly string[],
  value: Json | undefined,
): Json {
  if (name === undefined) return value ?? null;
  if (Array.isArray(whole))
    return whole.map((item, index) => (String(index) === name ? withValue(item, rest, value) : item));
  const { [name]: old, ...others } = isJsonObject(whole) ? whole : {};
  return rest.length === 0 && value === undefined
    ? others
    : { ...others, [name]: withValue(old, rest, value) };
}

export function changeText(text: string, changes: readonly ValueAt[]): string {
  const parsed = parseJson5(text);
  if (!parsed.ok) return text;
  return formatJson5(
    changes.reduce<Json>((whole, { path, value }) => withValue(whole, path, value), parsed.value),
  );
}
