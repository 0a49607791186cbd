// The words for what a JSON Schema refused: one plain sentence each, at the dotted path of the value.
import type { JsonNode } from "@hyperjump/json-schema/instance/experimental";
import * as Instance from "@hyperjump/json-schema/instance/experimental";

/** A problem with a value or a schema: its dotted path, empty for the whole, and one sentence. */
export interface SchemaProblem {
  path: string;
  message: string;
}

/** A keyword that refused a value, with what refused inside it. */
export interface Refused {
  keyword: string;
  /** Where the keyword stands in the schema. */
  location: string;
  /** What the schema says, as the library compiled it. */
  expected: unknown;
  node: JsonNode;
  inner: readonly Refused[];
}

const unescape = (segment: string) => segment.replaceAll("~1", "/").replaceAll("~0", "~");
const pathOf = (node: JsonNode) => node.pointer.split("/").slice(1).map(unescape).join(".");

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

function wordsOf({ keyword, expected, node }: Refused): string {
  const value = Instance.value<unknown>(node);
  switch (keyword) {
    case "type":
      return `Expected ${textsOf(expected).join(" or ")}, received ${Instance.typeOf(node)}`;
    case "enum":
      return `Expected one of ${textsOf(expected).join(", ")}, received ${JSON.stringify(value)}`;
    case "const":
      return `Expected ${String(expected)}, received ${JSON.stringify(value)}`;
    case "minimum":
      return `Must be at least ${String(expected)}`;
    case "maximum":
      return `Must be at most ${String(expected)}`;
    case "exclusiveMinimum":
      return `Must be greater than ${String(expected)}`;
    case "exclusiveMaximum":
      return `Must be less than ${String(expected)}`;
    case "multipleOf":
      return `Must be a multiple of ${String(expected)}`;
    case "minLength":
      return `Must be at least ${String(expected)} characters`;
    case "maxLength":
      return `Must be at most ${String(expected)} characters`;
    case "pattern":
      return `Must match the pattern ${expected instanceof RegExp ? expected.source : String(expected)}`;
    case "format":
      return `Must be ${formats[String(expected)] ?? `in the format ${String(expected)}`}`;
    case "minItems":
      return `Must have at least ${String(expected)} items`;
    case "maxItems":
      return `Must have at most ${String(expected)} items`;
    case "uniqueItems":
      return "Items must differ from each other";
    case "minProperties":
      return `Must have at least ${String(expected)} properties`;
    case "maxProperties":
      return `Must have at most ${String(expected)} properties`;
    case "contains":
      return "Does not contain the items that the schema asks for";
    case "not":
      return "Has the form that the schema excludes";
    case "oneOf":
      return "Must have exactly one of the forms that the schema allows";
    case "anyOf":
      return "Has none of the forms that the schema allows";
    case "false":
      return "Not allowed by the schema";
    default:
      return `Does not follow '${keyword}' of the schema`;
  }
}

/** Every missing property is a problem of its own. */
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

/** What a branch of anyOf or oneOf refused, branch by branch; the branch number follows the keyword in the location. */
function branchesOf(refused: Refused): Refused[][] {
  const branches = new Map<string, Refused[]>();
  for (const inner of refused.inner) {
    const number = inner.location.slice(refused.location.length + 1).split("/")[0] ?? "";
    branches.set(number, [...(branches.get(number) ?? []), inner]);
  }
  return [...branches.values()];
}

/** The first cause of a chain of references. */
const behindReferences = (refused: Refused): Refused[] =>
  (refused.keyword === "ref" || refused.keyword === "dynamicRef") && refused.inner.length
    ? refused.inner.flatMap(behindReferences)
    : [refused];

/** Choice: of several alternatives in a schema, the only one whose type fits is meant, and its problems are reported. */
function problemsOfAlternatives(refused: Refused): SchemaProblem[] {
  const branches = branchesOf(refused).map((branch) => branch.flatMap(behindReferences));
  const wrongType = (branch: Refused[]) =>
    branch.find((inner) => inner.keyword === "type" && inner.node.pointer === refused.node.pointer);
  const fitting = branches.filter((branch) => !wrongType(branch));
  if (fitting.length === 1) return problemsIn(fitting[0] ?? []);
  const types = branches.flatMap((branch) => wrongType(branch)?.expected ?? []);
  const message =
    fitting.length === 0 && types.length
      ? wordsOf({ ...refused, keyword: "type", expected: types })
      : wordsOf(refused);
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
      message: `The property name '${String(Instance.value(found.node))}' is not allowed: ${wordsOf(found)}`,
    }));
  if (inner.length && keyword !== "not" && keyword !== "contains") return inner.flatMap(problemsOfOne);
  return [{ path: pathOf(node), message: wordsOf(refused) }];
}

/** All problems in a tree of refusals, each told once. */
export function problemsIn(refused: readonly Refused[]): SchemaProblem[] {
  const problems = refused.flatMap(problemsOfOne);
  const told = new Map(problems.map((problem) => [`${problem.path}\n${problem.message}`, problem]));
  return [...told.values()];
}
