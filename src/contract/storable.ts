// Finds content that is valid in JSON and JSON5 but cannot be stored in the supported
// databases: lone surrogates, null characters, infinite numbers, excessive nesting.
import type { Problem } from "./api-error.ts";

const mostLevels = 200;
export const tooDeep = `Must not be nested deeper than ${mostLevels} levels`;

/** Returns why a text cannot be stored; undefined if it can. */
export function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "Must not hold a null character";
  return /\p{Surrogate}/u.test(text) ? "Must not hold half a character (a lone surrogate)" : undefined;
}

/** An object or list with its position in a value. The path is only built when a problem is reported. */
interface Part {
  readonly value: object;
  readonly name: string | number;
  readonly holder: Part | undefined;
  readonly level: number;
}

function pathTo(part: Part | undefined, last?: string | number): string {
  const names = last === undefined ? [] : [last];
  for (let one = part; one?.holder; one = one.holder) names.unshift(one.name);
  return names.join(".");
}

/** Returns the problems of a parsed value. The traversal is not recursive, so that deep nesting cannot overflow the stack. */
export function storabilityProblems(root: unknown, refusedNames: readonly string[] = []): Problem[] {
  const problems: Problem[] = [];
  const open: Part[] = [];
  const refuse = (property: string, errorMessage: string) => problems.push({ property, errorMessage });
  const visit = (value: unknown, holder?: Part, name: string | number = "") => {
    if (typeof value === "string") {
      const problem = textProblem(value);
      if (problem) refuse(pathTo(holder, holder && name), problem);
    } else if (typeof value === "number" && !Number.isFinite(value))
      refuse(pathTo(holder, holder && name), "NaN and Infinity have no JSON form");
    else if (typeof value === "object" && value !== null)
      open.push({ value, name, holder, level: holder ? holder.level + 1 : 0 });
  };
  visit(root);
  for (let part = open.pop(); part; part = open.pop()) {
    const { value, level } = part;
    if (level >= mostLevels) return [{ property: pathTo(part).split(".")[0] ?? "", errorMessage: tooDeep }];
    if (Array.isArray(value)) for (const [index, inner] of value.entries()) visit(inner, part, index);
    else
      for (const [name, inner] of Object.entries(value)) {
        const problem = textProblem(name);
        if (problem) refuse(pathTo(part), `${problem} in the name of a field`);
        if (refusedNames.includes(name)) refuse(pathTo(part), `Must not have a field named ${name}`);
        visit(inner, part, name);
      }
  }
  return problems;
}
