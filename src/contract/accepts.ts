// A quick check of an answer against its schema, which would also copy it: a browser that has just loaded the code takes several
// times as long for that.
import type { z } from "zod/mini";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !Object.hasOwn(value, "__proto__");

/** True if fields that the schema does not know are kept. */
const isLoose = ({ catchall }: z.core.$ZodObjectDef) =>
  (catchall as z.core.$ZodTypes | undefined)?.["_zod"].def.type === "unknown";

/** True if the schema itself returns the very same value, which it never does with objects and arrays. */
function isKept(schema: z.core.$ZodType, value: unknown): boolean {
  const { success, data } = (schema as z.ZodMiniType).safeParse(value);
  return success && data === value;
}

/** True if all fields that the schema knows are accepted, and the others are kept. A loop, because it runs for each field of each row. */
function acceptsFields(def: z.core.$ZodObjectDef, value: unknown): boolean {
  if (!isLoose(def) || !isObject(value)) return false;
  for (const key of Object.keys(def.shape)) {
    const field = def.shape[key];
    if (!field || !accepts(field, value[key])) return false;
  }
  return true;
}

/**
 * True if the schema would return a value equal to this one. If false, the schema must decide: it may still accept or change
 * the value, or tell what is wrong with it.
 */
export function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  let { def, optin } = (schema as z.core.$ZodTypes)["_zod"];
  while (!def.checks?.length && (def.type === "optional" || def.type === "nullable")) {
    if (value === undefined && def.type === "optional") return optin === "optional";
    if (value === null && def.type === "nullable") return true;
    ({ def, optin } = (def.innerType as z.core.$ZodTypes)["_zod"]);
  }
  if ("check" in def || "coerce" in def || def.checks?.length) return isKept(schema, value);
  switch (def.type) {
    case "string":
    case "boolean":
      return typeof value === def.type;
    case "number":
      return Number.isFinite(value);
    case "unknown":
      return value !== undefined;
    case "union":
      return def.options.some((option) => accepts(option, value));
    case "array":
      return Array.isArray(value) && value.every((item) => accepts(def.element, item));
    case "tuple":
      return (
        Array.isArray(value) &&
        value.length === def.items.length &&
        def.items.every((item, index) => accepts(item, value[index]))
      );
    case "record":
      return (
        isObject(value) &&
        Object.entries(value).every(([key, one]) => accepts(def.keyType, key) && accepts(def.valueType, one))
      );
    case "object":
      return acceptsFields(def, value);
    default:
      return isKept(schema, value);
  }
}

/** Returns the schema, whose `safeParse` now returns a value that is accepted as it is. */
export function acceptingFirst<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const whole = schema.safeParse.bind(schema);
  const safeParse: typeof whole = (value, params) =>
    accepts(schema, value) ? { success: true, data: value as z.output<Schema> } : whole(value, params);
  return Object.assign(schema, { safeParse });
}
