// Returns an initial value that a schema suggests for a new property or item.
import type { Json, JsonObject } from "#contract/json5.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";
import {
  childSchemas,
  type Known,
  keywordLists,
  partsOf,
  requiredNames,
  keywordIn,
  schemasAt,
  typesOf,
} from "./schema-at.ts";

const numberKeyword = (parts: readonly JsonObject[], keyword: string): number | undefined => {
  const value = keywordIn(parts, keyword);
  return typeof value === "number" ? value : undefined;
};

/** Zero, or the allowed number nearest to it. */
function numberIn(parts: readonly JsonObject[]): number {
  const above = numberKeyword(parts, "exclusiveMinimum");
  const least = numberKeyword(parts, "minimum") ?? (above === undefined ? -Infinity : above + 1);
  const most = numberKeyword(parts, "maximum") ?? Infinity;
  return Math.min(Math.max(0, least), most);
}

/** The empty value of each type that has one without a schema. */
export const emptyOf: Readonly<Record<string, Json>> = {
  string: "",
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
};

const withFirstBranch = (root: Json, schema: Known) =>
  partsOf(root, schema, undefined, (branches) => branches.slice(0, 1));

function defaultOfParts(root: Json, parts: readonly JsonObject[], depth: number): Json {
  const own =
    keywordIn(parts, "default") ??
    keywordIn(parts, "const") ??
    keywordLists(parts, "examples")[0] ??
    keywordLists(parts, "enum")[0];
  // The depth is limited because a schema may require itself.
  if (own !== undefined || depth > 8) return own ?? null;
  const required = [...requiredNames(parts)];
  const isObject = required.length > 0 || keywordIn(parts, "properties") !== undefined;
  const [type = isObject ? "object" : "null"] = parts.flatMap(typesOf);
  if (type === "number" || type === "integer") return numberIn(parts);
  if (type !== "object") return emptyOf[type] ?? null;
  return Object.fromEntries(
    required.map((name) => {
      const schemas = parts.flatMap((part) => childSchemas(part, name, {}));
      const inner = schemas.flatMap((schema) => withFirstBranch(root, schema));
      return [name, defaultOfParts(root, inner, depth + 1)];
    }),
  );
}

/** Returns a schema's own default or constant, else the empty value of its type with all required properties. */
export const defaultOf = (root: Json, schema: Known): Json =>
  defaultOfParts(root, withFirstBranch(root, schema), 0);

/** Returns the initial value at a path; `whole` is the current value of the whole text. */
export const defaultAt = (root: Json, path: Path, whole: Known): Json =>
  defaultOfParts(root, schemasAt(root, path, whole), 0);
