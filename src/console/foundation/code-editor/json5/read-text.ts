// Reads a JSON5 text: its tree with positions, its value, and every problem at its exact position. json5 decides what parses;
// our own tree only follows it.
import { type Json, parseJson5 } from "#contract/json5.ts";
import { checksOf, error, type Finding } from "./checks.ts";
import { parseErrorOf } from "./parse-error.ts";
import { inTextOrder, lineCounter, significantFrom } from "./tokens.ts";
import { maximumDepth, TooDeep, treeOf, type ValueNode, valueOf } from "./tree.ts";

export interface TextProblem extends Finding {
  /** Starts at 1, as does `column`. */
  line: number;
  column: number;
}

export interface ReadText {
  /** Undefined if the text does not parse. */
  tree: ValueNode | undefined;
  /** Undefined if the text does not parse or contains values that JSON does not have. */
  value: Json | undefined;
  /** Problems ordered by position. */
  problems: TextProblem[];
}

/** Maximum size in UTF-8 bytes; the service accepts no larger request. */
const maximumBytes = 1_000_000;

/** Caches the results for the most recent texts, because after one keystroke many parts of a page read the same texts. */
function cached<Result>(read: (text: string) => Result, most: number): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const found = known.get(text) ?? read(text);
    known.delete(text);
    known.set(text, found);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

const parsedText = cached(parseJson5, 500);

/** Returns the value of a text, or undefined if it has none. Cached for recent texts, so the value must not be mutated. */
export function valueIn(text: string): Json | undefined {
  const parsed = parsedText(text);
  return parsed.ok ? parsed.value : undefined;
}

function readTree(text: string): { tree: ValueNode } | { tree: undefined; parseError: Finding } {
  const parsed = parsedText(text);
  // An error without a position concerns a value that JSON or the database cannot store; the tree can represent it.
  if (!parsed.ok && parsed.line !== undefined)
    return { tree: undefined, parseError: parseErrorOf(text, parsed) };
  try {
    return { tree: treeOf(text) };
  } catch (thrown) {
    if (!(thrown instanceof TooDeep)) throw thrown;
    const start = significantFrom(text, 0) ?? { start: 0, end: text.length };
    return { tree: undefined, parseError: error(start, `Nested deeper than ${maximumDepth} levels`) };
  }
}

/** Returns the tree of a text; undefined if it does not parse or is nested too deeply. */
export const parseTree = cached(readTree, 20);

const tooLarge = (text: string): Finding[] =>
  text.length * 3 > maximumBytes && new TextEncoder().encode(text).length > maximumBytes
    ? [error({ start: 0, end: 1 }, `Larger than ${maximumBytes / 1000} kB, which the service refuses`)]
    : [];

/** Reads a text; never throws, whatever the text. */
export function readText(text: string): ReadText {
  const parsed = parseTree(text);
  const findings = parsed.tree ? checksOf(text, parsed.tree) : [parsed.parseError];
  const isJson = findings.every(({ severity }) => severity !== "error");
  const placeOf = lineCounter(text);
  return {
    tree: parsed.tree,
    value: parsed.tree && isJson ? valueOf(parsed.tree) : undefined,
    problems: [...tooLarge(text), ...findings]
      .map((finding) => ({ ...placeOf(finding.start), ...finding }))
      .sort(inTextOrder),
  };
}
