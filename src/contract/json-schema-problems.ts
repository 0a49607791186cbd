// Turns JSON Schema validation failures into messages: one plain sentence each, with the dotted path of the value.
import type { JsonNode } from "@hyperjump/json-schema/instance/experimental";
import * as Instance from "@hyperjump/json-schema/instance/experimental";
import { pointerPath } from "./json-pointer.ts";

/** A problem of a value or a schema: its dotted path (empty for the root) and one sentence. */
export interface SchemaProblem {
  path: string;
  message: string;
}

/** A schema keyword that rejected a value, with the nested failures that caused it. */
export interface Refused {
  keyword: string;
  /** Location of the keyword in the schema. */
  location: string;
  /** The keyword's value, as the library compiled it. */
  expected: unknown;
  node: JsonNode;
  inner: readonly Refused[];
}

const pathOf = (node: JsonNode) => pointerPath(node.pointer).join(".");

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String);

const formats: Readonly<Record<string, string>> = {
  "date-time": "a time such as 2026-11-21T10:30:00Z",
  date: "a date such as 2026-11-21",
  time: "a time of day such as 10:30:00Z",
  duration: "a duration such as PT30M",
  email: "an e-mail address",
  hostname: "a host name",
  uri: "an address such as https://example.com",
  uuid: "a UUID",
  regex: "a regular expression",
};

/** Messages of keywords that only need the expected value. */
const messages: Readonly<Record<string, (expected: string) => string>> = {
  minimum: (limit) => `Must be at least ${limit}`,
  maximum: (limit) => `Must be at most ${limit}`,
  exclusiveMinimum: (limit) => `Must be greater than ${limit}`,
  exclusiveMaximum: (limit) => `Must be less than ${limit}`,
  multipleOf: (factor) => `Must be a multiple of ${factor}`,
  minLength: (length) => `Must be at least ${length} characters`,
  maxLength: (length) => `Must be at most ${length} characters`,
  pattern: (source) => `Must match the pattern ${source}`,
  format: (format) => `Must be ${formats[format] ?? `in the format ${format}`}`,
  minItems: (count) => `Must have at least ${count} items`,
  maxItems: (count) => `Must have at most ${count} items`,
  uniqueItems: () => "Items must differ from each other",
  minProperties: (count) => `Must have at least ${count} properties`,
  maxProperties: (count) => `Must have at most ${count} properties`,
  contains: () => "Does not contain the items that the schema asks for",
  not: () => "Has the form that the schema excludes",
  oneOf: () => "Must have exactly one of the forms that the schema allows",
  anyOf: () => "Has none of the forms that the schema allows",
  false: () => "Not allowed by the schema",
};

function messageOf({ keyword, expected, node }: Refused): string {
  const received = () => JSON.stringify(Instance.value<unknown>(node));
  if (keyword === "type")
    return `Expected ${textsOf(expected).join(" or ")}, received ${Instance.typeOf(node)}`;
  if (keyword === "enum") return `Expected one of ${textsOf(expected).join(", ")}, received ${received()}`;
  if (keyword === "const") return `Expected ${String(expected)}, received ${received()}`;
  const message = Object.hasOwn(messages, keyword) ? messages[keyword] : undefined;
  return (
    message?.(expected instanceof RegExp ? expected.source : String(expected)) ??
    `Does not follow '${keyword}' of the schema`
  );
}

/** Reports every missing property separately. */
function missing({ expected, node }: Refused): SchemaProblem[] {
  return textsOf(expected)
    .filter((name) => !Instance.has(name, node))
    .map((name) => ({ path: pathOf(node), message: `Missing property '${name}'` }));
}

function missingDependents({ expected, node }: Refused): SchemaProblem[] {
  const entries: unknown[] = Array.isArray(expected) ? expected : [];
  return entries.flatMap((entry) => {
    const [name, needed]: unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof name !== "string" || !Instance.has(name, node)) return [];
    return textsOf(needed)
      .filter((other) => !Instance.has(other, node))
      .map((other) => ({
        path: pathOf(node),
        message: `Missing property '${other}', which '${name}' needs`,
      }));
  });
}

const alternatives = new Set(["anyOf", "oneOf"]);
const unexpected = new Set(["additionalProperties", "unevaluatedProperties"]);

/** Groups the failures inside anyOf or oneOf by branch; the branch number follows the keyword in the location. */
function branchesOf(refused: Refused): Refused[][] {
  const branches = new Map<string, Refused[]>();
  for (const inner of refused.inner) {
    const number = inner.location.slice(refused.location.length + 1).split("/")[0] ?? "";
    branches.set(number, [...(branches.get(number) ?? []), inner]);
  }
  return [...branches.values()];
}

/** Follows a chain of references to the failures that caused it. */
const behindReferences = (refused: Refused): Refused[] =>
  (refused.keyword === "ref" || refused.keyword === "dynamicRef") && refused.inner.length
    ? refused.inner.flatMap(behindReferences)
    : [refused];

/** Choice: if only one of several alternatives in a schema fits the type of a value, only its problems are reported. */
function problemsOfAlternatives(refused: Refused): SchemaProblem[] {
  const branches = branchesOf(refused).map((branch) => branch.flatMap(behindReferences));
  const wrongType = (branch: Refused[]) =>
    branch.find((inner) => inner.keyword === "type" && inner.node.pointer === refused.node.pointer);
  const fitting = branches.filter((branch) => !wrongType(branch));
  if (fitting.length === 1) return problemsIn(fitting[0] ?? []);
  const types = branches.flatMap((branch) => wrongType(branch)?.expected ?? []);
  const message =
    fitting.length === 0 && types.length
      ? messageOf({ ...refused, keyword: "type", expected: types })
      : messageOf(refused);
  return [{ path: pathOf(refused.node), message }];
}

function problemsOfOne(refused: Refused): SchemaProblem[] {
  const { keyword, inner, node } = refused;
  if (keyword === "required") return missing(refused);
  if (keyword === "dependentRequired") return missingDependents(refused);
  if (alternatives.has(keyword)) return problemsOfAlternatives(refused);
  if (unexpected.has(keyword))
    return inner.flatMap((found) =>
      found.keyword === "false"
        ? [{ path: pathOf(found.node), message: "Unknown property" }]
        : problemsOfOne(found),
    );
  if (keyword === "propertyNames")
    return inner.map((found) => ({
      path: pathOf(node),
      message: `The property name '${String(Instance.value(found.node))}' is not allowed: ${messageOf(found)}`,
    }));
  if (inner.length && keyword !== "not" && keyword !== "contains") return inner.flatMap(problemsOfOne);
  return [{ path: pathOf(node), message: messageOf(refused) }];
}

/** Returns all distinct problems in a tree of failures. */
export function problemsIn(refused: readonly Refused[]): SchemaProblem[] {
  const problems = refused.flatMap(problemsOfOne);
  return [...new Map(problems.map((problem) => [`${problem.path}\n${problem.message}`, problem])).values()];
}
