// Server errors, and those of the contract, about a value: each at its token.
import type { Problem as ApiProblem } from "#contract/api-error.ts";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";
import { placeSchemaProblems } from "#console/foundation/code-editor/json5/places.ts";
import { parseTree } from "#console/foundation/code-editor/json5/read-text.ts";

/** Properties begin with the field of the value, such as "returnValue.price". A text that does not parse has its own, more exact problem. */
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
