// The problems that an editor shows: their messages, their order, and navigation between them.
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";

const kinds: Readonly<Record<string, string>> = {
  number: "a number",
  integer: "a whole number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "nothing (null)",
};

/** Rephrases a message of the API ("Expected number, received string"): `must` says what is needed, `here` what was found. */
export function readableMessage(message: string): { must: string; here?: string } {
  const [, expected = "", received = ""] = /^Expected (\w+(?: or \w+)*), received (\w+)$/.exec(message) ?? [];
  const wanted = expected.split(" or ").map((kind) => kinds[kind]);
  const here = kinds[received];
  if (here === undefined || wanted.includes(undefined)) return { must: message };
  return { must: `Must be ${wanted.join(" or ")}`, here };
}

/** Returns the message as one sentence. */
export function sentenceOf(message: string): string {
  const { must, here } = readableMessage(message);
  return here === undefined ? must : `${must}, here it is ${here}`;
}

/** Merges problems from several sources by position, without duplicates. */
export const mergedProblems = (...sources: readonly (readonly CheckedProblem[])[]): CheckedProblem[] =>
  [
    ...new Map(sources.flat().map((problem) => [`${problem.line}\n${problem.message}`, problem])).values(),
  ].sort((left, right) => left.start - right.start);

/** Returns the next problem after an offset, or the previous one before it; wraps around at the ends. */
export function nextProblem(problems: readonly CheckedProblem[], from: number, step: 1 | -1) {
  const ahead = problems.filter(({ start }) => Math.sign(start - from) === step);
  return step === 1 ? (ahead[0] ?? problems[0]) : (ahead.at(-1) ?? problems.at(-1));
}
