// What JSON allows but no database here stores: a null character in a text, and nesting without end.
import type { Problem } from "#contract/api-error.ts";

const mostLevels = 200;

/** Problems of a parsed body; walks without recursion, so that nothing can exhaust the stack. */
export function unstorable(body: unknown): Problem[] {
  const problems: Problem[] = [];
  const open: { value: unknown; path: string[] }[] = [{ value: body, path: [] }];
  const refuse = (path: string[], errorMessage: string) =>
    problems.push({ property: path.join("."), errorMessage });
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string" && value.includes("\0")) refuse(path, "Must not hold a null character");
    if (typeof value !== "object" || value === null) continue;
    if (path.length >= mostLevels) {
      return [
        {
          property: path.slice(0, 1).join("."),
          errorMessage: `Must not be nested deeper than ${mostLevels} levels`,
        },
      ];
    }
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes("\0")) refuse(path, "Must not have a field name with a null character");
      open.push({ value: inner, path: [...path, key] });
    }
  }
  return problems;
}
