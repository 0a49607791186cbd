// Locates validation errors of the service and of the contract about a value at the tokens of its text.
import type { Problem as ApiProblem } from "#contract/api-error.ts";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";
import { placeSchemaProblems } from "#console/foundation/code-editor/json5/places.ts";
import { parseTree } from "#console/foundation/code-editor/json5/read-text.ts";

/**
 * Maps errors to positions in the text; properties begin with the field of the value, such as "returnValue.price".
 * Returns none if the text does not parse, since the parse error is more precise.
 */
export function serverErrors(text: string, problems: readonly ApiProblem[]): CheckedProblem[] {
  const { tree } = problems.length ? parseTree(text) : {};
  if (!tree) return [];
  const sent = problems.map(({ property, errorMessage }) => ({
    path: property.split(".").slice(1).join("."),
    message: errorMessage,
  }));
  return placeSchemaProblems(text, tree, sent).map((problem) => {
    const { path: _, ...withoutPath } = problem;
    return withoutPath;
  });
}
