// Checks values against a user's JSON Schema (draft 2020-12) by interpreting it. Nothing is ever fetched, nothing compiled to
// code. A schema may still take long (patterns): run it in a worker.
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

/** Problems of the schema itself; only without any were the values checked: one list per value. */
export interface SchemaVerdict {
  schema: SchemaProblem[];
  values: SchemaProblem[][];
}

interface CollectingContext extends ValidationContext {
  refused?: Refused[];
}

/** Collects what was refused as a tree, with what was expected: the library's own outputs leave that out. */
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

/** The draft is the only one known here; a schema that names another must not be read as if it were this one. */
const namesAnotherDialect = (schema: Json) =>
  isJsonObject(schema) &&
  schema["$schema"] !== undefined &&
  (typeof schema["$schema"] !== "string" || schema["$schema"].replace(/#$/, "") !== dialect);

/** The reason why the library cannot use a schema, without addresses that the reader did not write. */
function unusable(error: unknown, schema: Json, ours: string): SchemaProblem[] {
  const references = referencesToNothing(schema);
  if (references.length) return references;
  const said = error instanceof Error ? error.message.replaceAll(ours, "").replaceAll(base, "") : "";
  return [{ path: "", message: `The schema cannot be used${said ? `: ${said}` : ""}` }];
}

const base = "https://schema.invalid/";
let checks = 0;
let metaSchema: Promise<Validator> | undefined;

/** Checks each value against the schema. An invalid schema is a verdict, not an error. */
export async function checkAgainstSchema(schema: Json, values: readonly Json[]): Promise<SchemaVerdict> {
  const refuse = (path: string, message: string) => ({ schema: [{ path, message }], values: [] });
  if (namesAnotherDialect(schema)) return refuse("$schema", `Only draft 2020-12 is supported: '${dialect}'`);
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
