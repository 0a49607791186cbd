// A field that is not defined is left out of a result (statistics 11).

/** Takes the fields out that are absent, NaN or infinite, from a result of which every such field may be absent. */
export function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  for (const [name, value] of Object.entries(fields))
    if (!Number.isFinite(value)) Reflect.deleteProperty(fields, name);
  return fields;
}
