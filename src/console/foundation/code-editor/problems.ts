// What an editor shows as wrong, and how to walk from one problem to the next.

/** A place in a text, lines and columns from 1. */
export interface Place {
  line: number;
  column: number;
}

export interface Problem extends Place {
  endLine?: number;
  endColumn?: number;
  message: string;
  severity?: "error" | "warning";
}

const kinds: Readonly<Record<string, string>> = {
  number: "a number",
  integer: "a whole number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "nothing (null)",
};

/** "Expected number, received string", as the API tells it, in the reader's words: what must be there, and what is. */
export function readableMessage(message: string): { must: string; here?: string } {
  const [, expected = "", received = ""] = /^Expected (\w+(?: or \w+)*), received (\w+)$/.exec(message) ?? [];
  const wanted = expected.split(" or ").map((kind) => kinds[kind]);
  const here = kinds[received];
  if (here === undefined || wanted.includes(undefined)) return { must: message };
  return { must: `Must be ${wanted.join(" or ")}`, here };
}

/** The same as one sentence. */
export function sentenceOf(message: string): string {
  const { must, here } = readableMessage(message);
  return here === undefined ? must : `${must}, here it is ${here}`;
}

const inOrder = (left: Place, right: Place) => left.line - right.line || left.column - right.column;

/** Problems from several sources in the order of the text, none told twice. */
export function mergedProblems<P extends Problem>(...sources: readonly (readonly P[])[]): P[] {
  const merged = new Map(sources.flat().map((problem) => [`${problem.line}\n${problem.message}`, problem]));
  return [...merged.values()].sort(inOrder);
}

/** The next problem after a place, or the one before it; from the last one on to the first. */
export function nextProblem<P extends Problem>(
  problems: readonly P[],
  from: Place,
  step: 1 | -1,
): P | undefined {
  const ahead = problems.filter((problem) => Math.sign(inOrder(problem, from)) === step);
  return step === 1 ? (ahead[0] ?? problems[0]) : (ahead.at(-1) ?? problems.at(-1));
}

/** Where a place stands in a text. */
export const offsetOf = (text: string, { line, column }: Place) =>
  text
    .split("\n")
    .slice(0, line - 1)
    .reduce((length, before) => length + before.length + 1, column - 1);

export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

export const endOf = ({ line, column, endLine = line, endColumn = column + 1 }: Problem): Place => ({
  line: endLine,
  column: endColumn,
});
