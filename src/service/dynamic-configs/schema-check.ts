// Checks the return values of a config's update against its JSON Schema, on the raw body. Malformed parts are left to the contract's
// checks.
import type { Problem } from "#contract/api-error.ts";
import { isJsonObject, valueOfJson5, type Json } from "#contract/json5.ts";
import type { Caller } from "./fair-queue.ts";
import { runSchema } from "./schema-runner.ts";

/** A JSON value, and the path of the field that held it. */
interface Located {
  path: string;
  value: Json;
}

const mostProblems = 100;

/** A part of a body, which was parsed from JSON. */
const asJson = (value: unknown) => value as Json;

const itemsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asJson) : []);

/** The object in a field or its JSON5 twin; the JSON5 text takes precedence. */
function located(owner: Json, field: string, path: string): Located[] {
  if (!isJsonObject(owner)) return [];
  const text = owner[`${field}Json5`];
  const value = typeof text === "string" ? valueOfJson5(text) : owner[field];
  if (!isJsonObject(value)) return [];
  return [{ path: `${path}${field}${typeof text === "string" ? "Json5" : ""}`, value }];
}

function valuesIn(body: Json): Located[] {
  if (!isJsonObject(body)) return [];
  const ofRules = itemsOf(body["rules"]).flatMap((rule, index) => {
    const path = `rules.${index}.`;
    const variants = isJsonObject(rule) ? itemsOf(rule["variants"]) : [];
    return [
      ...located(rule, "returnValue", path),
      ...variants.flatMap((variant, place) => located(variant, "returnValue", `${path}variants.${place}.`)),
    ];
  });
  return [...ofRules, ...located(body, "defaultValue", "")];
}

function schemaIn(body: Json): Located | undefined {
  if (!isJsonObject(body)) return undefined;
  for (const path of ["schemaJson5", "schema"]) {
    const text = body[path];
    const value = typeof text === "string" ? valueOfJson5(text) : undefined;
    if (value !== undefined && (isJsonObject(value) || typeof value === "boolean")) return { path, value };
  }
  return undefined;
}

const join = (...parts: string[]) => parts.filter(Boolean).join(".");

/** Problems of the schema, or else of every value that violates it, at paths such as `rules.2.returnValue.timeoutMs`. */
export async function schemaProblems(body: unknown, caller: Caller): Promise<Problem[]> {
  const schema = schemaIn(asJson(body));
  if (!schema) return [];
  const values = valuesIn(asJson(body));
  const verdict = await runSchema(
    schema.value,
    values.map(({ value }) => value),
    caller,
  );
  const ofSchema = verdict.schema.map(({ path, message }) => ({
    property: join(schema.path, path),
    errorMessage: message,
  }));
  const ofValues = verdict.values.flatMap((problems, index) =>
    problems.map(({ path, message }) => ({
      property: join(values[index]?.path ?? "", path),
      errorMessage: message,
    })),
  );
  return [...ofSchema, ...ofValues].slice(0, mostProblems);
}

const twins = [
  ["schema", "schemaJson5"],
  ["defaultValue", "defaultValueJson5"],
] as const;

/** The raw body of a partial update, completed by the stored values that it leaves unchanged. */
export function afterPatch(stored: object, body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const replaced = twins.filter((pair) => pair.some((field) => field in body)).flat();
  return { ...stored, ...Object.fromEntries(replaced.map((field) => [field, undefined])), ...body };
}
