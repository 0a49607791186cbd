// Turns schema validation errors into messages by field.
import type { z } from "zod/mini";
import type { Problem } from "./api-error.ts";

/** Returns the JSON Schema type name of a value; "nan" for NaN. */
export const typeName = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isNaN(value) ? "nan" : typeof value;
};

const at = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null
        ? Object.getOwnPropertyDescriptor(value, key)?.value
        : undefined,
    input,
  );

const isMissing = (issue: z.core.$ZodIssue, input: unknown) => at(input, issue.path) === undefined;

const expectedName = (expected: string) =>
  expected === "record" ? "object" : expected === "int" ? "integer" : expected;

function bound(direction: string, limit: number | bigint, origin: string): string {
  if (origin === "string") return `Must be ${direction} ${limit} characters`;
  return origin === "array" ? `Must have ${direction} ${limit} items` : `Must be ${direction} ${limit}`;
}

function messageOf(issue: z.core.$ZodIssue, input: unknown): string {
  const received = at(input, issue.path);
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue, input)
        ? "Required"
        : `Expected ${expectedName(issue.expected)}, received ${typeName(received)}`;
    case "invalid_value": {
      if (isMissing(issue, input)) return "Required";
      const expected = issue.values
        .map((value) => (typeof value === "string" ? `'${value}'` : String(value)))
        .join(" | ");
      return typeof received === "string"
        ? `Invalid enum value. Expected ${expected}, received '${received}'`
        : `Expected ${expected}, received ${typeName(received)}`;
    }
    case "too_big":
      return bound("at most", issue.maximum, issue.origin);
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1
        ? "Must not be empty"
        : bound("at least", issue.minimum, issue.origin);
    case "unrecognized_keys":
      return "Unknown field";
    case "invalid_union":
      return isMissing(issue, input) ? "Required" : unionMessage(issue, received);
    default:
      return issue.message;
  }
}

/** Describes a union of which no branch matched by naming all accepted types. */
function unionMessage(issue: z.core.$ZodIssueInvalidUnion, received: unknown): string {
  const expected = issue.errors
    .flat()
    .flatMap((branch) => (branch.code === "invalid_type" ? [expectedName(branch.expected)] : []));
  return expected.length
    ? `Expected ${[...new Set(expected)].join(" or ")}, received ${typeName(received)}`
    : issue.message;
}

/** Replaces a union issue by the more useful issue of the branch that matched furthest: the one with the deepest path. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const inner = issue.errors.filter((branch) =>
    branch.some((found) => found.path.length > 0 || found.code === "custom"),
  );
  const [best] = inner;
  if (!best) return [issue];
  return best.flatMap((found) => deepest({ ...found, path: [...issue.path, ...found.path] }));
}

/** Returns all problems of a rejected input, each with the dotted path of its field (`rules.0.passPercentage`). */
export function problemsOf(error: z.core.$ZodError, input: unknown): Problem[] {
  return error.issues.flatMap(deepest).flatMap((issue) => {
    const path = issue.path.map(String);
    const errorMessage = messageOf(issue, input);
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ property: [...path, key].join("."), errorMessage }));
    return [{ property: path.join("."), errorMessage }];
  });
}
