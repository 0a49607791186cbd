// Finds content that JSON and JSON5 allow but no database here stores: half characters, null characters, infinite numbers, nesting without end.
import type { Problem } from "./api-error.ts";

const mostLevels = 200;

/** Why a text cannot be stored, if it cannot. */
export function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "Must not hold a null character";
  return /\p{Surrogate}/u.test(text) ? "Must not hold half a character (a lone surrogate)" : undefined;
}

/** Problems of a parsed value; the traversal is not recursive, so that nothing can exhaust the stack. */
export function unstorable(root: unknown, refusedNames: readonly string[] = []): Problem[] {
  const problems: Problem[] = [];
  const open: { value: unknown; path: readonly string[] }[] = [{ value: root, path: [] }];
  const refuse = (path: readonly string[], errorMessage: string) =>
    problems.push({ property: path.join("."), errorMessage });
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string") {
      const problem = textProblem(value);
      if (problem) refuse(path, problem);
    }
    if (typeof value === "number" && !Number.isFinite(value))
      refuse(path, "NaN and Infinity have no JSON form");
    if (typeof value !== "object" || value === null) continue;
    if (path.length >= mostLevels)
      return [
        {
          property: path.slice(0, 1).join("."),
          errorMessage: `Must not be nested deeper than ${mostLevels} levels`,
        },
      ];
    for (const [key, inner] of Object.entries(value)) {
      const problem = textProblem(key);
      if (problem) refuse(path, `${problem} in the name of a field`);
      if (refusedNames.includes(key)) refuse(path, `Must not have a field named ${key}`);
      open.push({ value: inner, path: [...path, key] });
    }
  }
  return problems;
}
