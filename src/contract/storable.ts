// Finds content that JSON and JSON5 allow but no database here stores: half characters, null characters, infinite numbers, nesting without end.
import type { Problem } from "./api-error.ts";

const mostLevels = 200;
export const tooDeep = `Must not be nested deeper than ${mostLevels} levels`;

/** Why a text cannot be stored, if it cannot. */
export function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "Must not hold a null character";
  return /\p{Surrogate}/u.test(text) ? "Must not hold half a character (a lone surrogate)" : undefined;
}

/** A part of a value, and where it stands; a path is written only where something is wrong. */
interface Part {
  readonly value: unknown;
  readonly name: string;
  readonly holder: Part | undefined;
  readonly level: number;
}

function pathOf(part: Part | undefined): string {
  const names = [];
  for (let one = part; one?.holder; one = one.holder) names.unshift(one.name);
  return names.join(".");
}

/** Problems of a parsed value; the traversal is not recursive, so that nothing can exhaust the stack. */
export function unstorable(root: unknown, refusedNames: readonly string[] = []): Problem[] {
  const problems: Problem[] = [];
  const open: Part[] = [{ value: root, name: "", holder: undefined, level: 0 }];
  const refuse = (part: Part, errorMessage: string) =>
    problems.push({ property: pathOf(part), errorMessage });
  for (let part = open.pop(); part; part = open.pop()) {
    const { value, level } = part;
    if (typeof value === "string") {
      const problem = textProblem(value);
      if (problem) refuse(part, problem);
    }
    if (typeof value === "number" && !Number.isFinite(value))
      refuse(part, "NaN and Infinity have no JSON form");
    if (typeof value !== "object" || value === null) continue;
    if (level >= mostLevels)
      return [
        {
          property: pathOf(part).split(".")[0] ?? "",
          errorMessage: tooDeep,
        },
      ];
    for (const [name, inner] of Object.entries(value)) {
      const problem = textProblem(name);
      if (problem) refuse(part, `${problem} in the name of a field`);
      if (refusedNames.includes(name)) refuse(part, `Must not have a field named ${name}`);
      open.push({ value: inner, name, holder: part, level: level + 1 });
    }
  }
  return problems;
}
