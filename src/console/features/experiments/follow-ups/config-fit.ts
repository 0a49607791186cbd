// Finds the dynamic configs that a shipped group's parameters fit, and writes the parameters into their default value. Pure.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { isJsonObject, sameJson } from "#contract/json5.ts";
import { setValue } from "#console/foundation/code-editor/json5/edit-text.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";

export type Parameters = Readonly<Record<string, unknown>>;

const kindOf = (value: unknown) => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value);

/** A config fits if its default value has a field for each parameter, with a value of the same type. */
export const hasMatchingFields = ({ defaultValue, status }: DynamicConfig, parameters: Parameters): boolean =>
  status !== "Archived" &&
  Object.keys(parameters).length > 0 &&
  Object.entries(parameters).every(
    ([field, value]) =>
      defaultValue !== null &&
      defaultValue !== undefined &&
      Object.hasOwn(defaultValue, field) &&
      kindOf(defaultValue[field]) === kindOf(value),
  );

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Returns the fields of the default value that the parameters would change. */
export const changesOf = ({ defaultValue }: DynamicConfig, parameters: Parameters): FieldChange[] =>
  Object.entries(parameters).flatMap(([field, after]) => {
    const before = defaultValue?.[field];
    return sameJson(before, after) ? [] : [{ field, before, after }];
  });

/** Returns the text of the default value with the parameters set; comments and all other fields are preserved. */
export function textWith(config: DynamicConfig, parameters: Parameters): string {
  const text = config.defaultValueJson5 ?? JSON.stringify(config.defaultValue ?? {}, undefined, 2);
  const read = isJsonObject(valueIn(text)) ? text : "{}";
  return changesOf(config, parameters).reduce((written, { field, after }) => {
    const json = valueIn(JSON.stringify(after));
    return json === undefined ? written : setValue(written, [field], json);
  }, read);
}
