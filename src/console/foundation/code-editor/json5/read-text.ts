// Reads a JSON5 text: its tree with positions, its value, and every problem at its exact place.
// json5 is the truth about what parses; the tree only follows it.
import { type Json, parseJson5 } from "#contract/json5.ts";
import { checksOf, error, type Finding } from "./checks.ts";
import { parseErrorOf } from "./parse-error.ts";
import { inTextOrder, lineCounter, significantFrom } from "./tokens.ts";
import { maximumDepth, TooDeep, treeOf, type ValueNode, valueOf } from "./tree.ts";

export interface TextProblem extends Finding {
  /** From 1, as `column`. */
  line: number;
  column: number;
}

export interface ReadText {
  /** Undefined where the text does not parse. */
  tree: ValueNode | undefined;
  /** Undefined where the text does not parse or holds what JSON cannot. */
  value: Json | undefined;
  /** In the order of the text. */
  problems: TextProblem[];
}

/** Bytes of UTF-8; the service takes no larger request. */
const maximumBytes = 1_000_000;

/** Caches the results of the latest texts: after one keystroke many parts of a page read the same ones. */
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

/** The value of a text, parsed once while it is among the latest; undefined where it has none. Nobody may change it. */
export function valueIn(text: string): Json | undefined {
  const parsed = parsedText(text);
  return parsed.ok ? parsed.value : undefined;
}

function readTree(text: string): { tree: ValueNode } | { tree: undefined; parseError: Finding } {
  const parsed = parsedText(text);
  // A refusal without a place is about what JSON cannot hold or no database stores; the tree can hold it.
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

/** The tree of a text; undefined where it does not parse or lies too deep to be followed. */
export const parseTree = cached(readTree, 20);

const tooLarge = (text: string): Finding[] =>
  text.length * 3 > maximumBytes && new TextEncoder().encode(text).length > maximumBytes
    ? [error({ start: 0, end: 1 }, `Larger than ${maximumBytes / 1000} kB, which the service refuses`)]
    : [];

/** Reads a text; any text is read, and none throws. */
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
