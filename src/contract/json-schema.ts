// Validates values against a user's JSON Schema (draft 2020-12) by interpreting it: nothing is fetched, no code generated. A schema may
// still take long (patterns): run this in a worker.
// Choice: a schema is interpreted, never compiled to code.
import { removeUriSchemePlugin } from "@hyperjump/browser";
import {
  registerSchema,
  setShouldValidateFormat,
  unregisterSchema,
  validate,
  type Validator,
} from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/formats";
import type { ValidationContext } from "@hyperjump/json-schema/experimental";
import type { JsonNode } from "@hyperjump/json-schema/instance/experimental";
import { type Json, isJsonObject } from "./json5.ts";
import { problemsIn, type Refused, type SchemaProblem } from "./json-schema-problems.ts";
import { referencesToNothing } from "./json-schema-references.ts";

for (const scheme of ["http", "https", "file"]) removeUriSchemePlugin(scheme);
setShouldValidateFormat(true);

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Problems of the schema itself, and one list of problems per value. Values are only validated if the schema is valid. */
export interface SchemaVerdict {
  schema: SchemaProblem[];
  values: SchemaProblem[][];
}

interface CollectingContext extends ValidationContext {
  refused?: Refused[];
}

/** Collects validation failures as a tree with the expected values, which the library's own output formats omit. */
function refusalCollector() {
  const collector = {
    found: [] as readonly Refused[],
    afterKeyword(
      [keyword, location, expected]: [string, string, unknown],
      node: JsonNode,
      context: CollectingContext,
      valid: boolean,
      schemaContext: CollectingContext,
    ) {
      if (valid) return;
      const name = keyword.slice(keyword.lastIndexOf("/") + 1);
      (schemaContext.refused ??= []).push({
        keyword: name,
        location,
        expected,
        node,
        inner: context.refused ?? [],
      });
    },
    afterSchema(url: string, node: JsonNode, context: CollectingContext, valid: boolean) {
      if (context.ast[url] === false && !valid)
        (context.refused ??= []).push({ keyword: "false", location: url, expected: false, node, inner: [] });
      collector.found = context.refused ?? [];
    },
  };
  return collector;
}

function problemsWith(isValid: Validator, value: Json): SchemaProblem[] {
  const collector = refusalCollector();
  const output = isValid(value, { outputFormat: "FLAG", plugins: [collector] });
  return output.valid ? [] : problemsIn(collector.found);
}

function namesKnownDialect(id: string): boolean {
  try {
    return decodeURIComponent(id).toLowerCase().includes("json-schema.org");
  } catch {
    return true;
  }
}

/** Returns why a keyword is not allowed: it would change how this schema or all schemas of the process are read. */
function refusedKeyword(name: string, value: Json): string | undefined {
  if (name === "$vocabulary") return "'$vocabulary' is not supported: schemas define no dialects";
  if (name === "$schema" && (typeof value !== "string" || value.replace(/#$/, "") !== dialect))
    return `Only draft 2020-12 is supported: '${dialect}'`;
  if (name === "$id" && typeof value === "string" && namesKnownDialect(value))
    return "This '$id' is the name of a standard schema; choose one of your own";
  return undefined;
}

/** Finds keywords that name a dialect, at any depth and in values too: the library
 *  registers dialects for the whole process and looks for them everywhere. */
function refusedKeywords(schema: Json): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const left: (readonly [path: string, schema: Json])[] = [["", schema]];
  for (let next = left.pop(); next && problems.length < 100; next = left.pop()) {
    const [path, holder] = next;
    if (typeof holder !== "object" || holder === null) continue;
    for (const [name, value] of Object.entries(holder)) {
      const place = path ? `${path}.${name}` : name;
      const message = isJsonObject(holder) ? refusedKeyword(name, value) : undefined;
      if (message !== undefined) problems.push({ path: place, message });
      else left.push([place, value]);
    }
  }
  return problems;
}

/** Returns why the library cannot use a schema, with internal URIs removed from the message. */
function unusable(error: unknown, schema: Json, ours: string): SchemaProblem[] {
  const references = referencesToNothing(schema);
  if (references.length) return references;
  const said = error instanceof Error ? error.message.replaceAll(ours, "").replaceAll(base, "") : "";
  return [{ path: "", message: `The schema cannot be used${said ? `: ${said}` : ""}` }];
}

const base = "https://schema.invalid/";
let checks = 0;
let metaSchema: Promise<Validator> | undefined;

/** Validates each value against the schema. An invalid schema is reported in the result, not thrown. */
export async function checkAgainstSchema(schema: Json, values: readonly Json[]): Promise<SchemaVerdict> {
  const refuse = (path: string, message: string) => ({ schema: [{ path, message }], values: [] });
  const refused = refusedKeywords(schema);
  if (refused.length) return { schema: refused, values: [] };
  checks += 1;
  const uri = `${base}${checks}`;
  try {
    metaSchema ??= validate(dialect);
    const invalid = problemsWith(await metaSchema, schema);
    if (invalid.length) return { schema: invalid, values: [] };
    if (!isJsonObject(schema) && typeof schema !== "boolean")
      return refuse("", "Expected a JSON Schema: an object");
    registerSchema(schema, uri, dialect);
    const isValid = await validate(uri);
    return { schema: [], values: values.map((value) => problemsWith(isValid, value)) };
  } catch (error) {
    return { schema: unusable(error, schema, uri), values: [] };
  } finally {
    unregisterSchema(uri);
  }
}
