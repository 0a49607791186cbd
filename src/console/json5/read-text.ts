// What a JSON5 text says: its tree with positions, its value, and every problem at its exact place.
// json5 is the truth about what parses; momoa gives the tree, and where the two read differently json5 decides.
import { parse, type ValueNode } from "@humanwhocodes/momoa";
import { type Json, parseJson5 } from "#contract/json5.ts";
import { checksOf, type Finding, type Severity } from "./checks.ts";
import {
  isTrivia,
  lineCounter,
  significantFrom,
  sliceOf,
  type Span,
  type TextRange,
  type Token,
  tokensFrom,
} from "./tokens.ts";
import { spanOf, valueOf } from "./tree.ts";

export interface TextProblem extends TextRange, Span {
  severity: Severity;
  message: string;
}

export interface ReadText {
  /** Undefined where the text does not parse, or only json5 can follow it. */
  tree: ValueNode | undefined;
  /** Undefined where the text does not parse or holds what JSON cannot. */
  value: Json | undefined;
  /** In the order of the text. */
  problems: TextProblem[];
}

/** Bytes of UTF-8; the service takes no larger request. */
const maximumBytes = 1_000_000;
const maximumDepth = 200;

const error = (span: Span, message: string): Finding => ({ span, severity: "error", message });

const parses = (text: string) => parseJson5(text).ok;

/** json5 counts lines by \n alone, and columns from 1. */
function offsetOf(text: string, line: number, column: number) {
  let start = 0;
  for (let before = 1; before < line; before += 1) start = text.indexOf("\n", start) + 1;
  return Math.min(start + column - 1, text.length);
}

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** The token at an offset, and what stands before it: the brackets left open, the deepest they went, the last tokens. */
function surroundings(text: string, offset: number) {
  const open: string[] = [];
  const before: Token[] = [];
  let depth = 0;
  for (const token of tokensFrom(text)) {
    if (token.end > offset) return { open, depth, before, token };
    if (isTrivia(token)) continue;
    const word = sliceOf(text, token);
    if (closing[word]) depth = Math.max(depth, open.push(word));
    else if (word === "}" || word === "]") open.pop();
    before.push(token);
  }
  return { open, depth, before, token: undefined };
}

const isClosed = (word: string) => /^(["']).*\1$/s.test(word) || /^\/\*.*\*\/$/s.test(word);

const notClosed = (token: Token) =>
  error(token, `This ${token.kind === "comment" ? "comment" : "text"} is not closed`);

const isEndOfValue = (text: string, token: Token) => !/^[{[,:]$/.test(sliceOf(text, token));

const shortened = (word: string) => (word.length > 20 ? `${word.slice(0, 20)}…` : word);

function refusalAtEnd(text: string): Finding {
  const { before, token } = surroundings(text, text.length - 1);
  const isCut = token && (token.kind === "string" || sliceOf(text, token).startsWith("/*"));
  if (isCut && !isClosed(sliceOf(text, token))) return notClosed(token);
  const last = token && !isTrivia(token) ? token : before.at(-1);
  if (!last) return error({ start: 0, end: text.length }, "There is no value yet");
  const bracket = surroundings(text, text.length).open.at(-1);
  return error(last, bracket ? `The text ends before its '${closing[bracket]}'` : "The text ends too early");
}

const isValueWord = (token: Token) => token.kind === "word" || token.kind === "string";

/** json5's refusal, at the token and in the words of those who type. */
function refusal(text: string, offset: number, told: string): Finding {
  const { open, before, token } = surroundings(text, offset);
  if (!token || /end of input/.test(told)) return refusalAtEnd(text);
  const [beforeLast, last] = [before.at(-2), before.at(-1)];
  const isName = open.at(-1) === "{" && (!beforeLast || sliceOf(text, beforeLast) !== ":");
  // json5 stops behind a word that it cannot read, as in `tru }`.
  const isBehind = last?.end === offset && !isName && isValueWord(last) && !parses(sliceOf(text, last));
  const refused = isBehind ? last : token;
  const word = sliceOf(text, refused);
  if (refused.kind === "string")
    return isClosed(word)
      ? error({ start: offset, end: offset + 1 }, "This escape is not part of JSON5")
      : notClosed(refused);
  const isAfterValue = !isBehind && open.length > 0 && last && !isName && isEndOfValue(text, last);
  const message =
    isAfterValue && token.start === offset && !/^[\]}:,]$/.test(word)
      ? `Expected ',' before '${shortened(word)}'`
      : `'${shortened(word)}' is not expected here`;
  return error(refused, message);
}

function isUnusualText(text: string, span: Span): boolean {
  const raw = sliceOf(text, span);
  return /[\\\n\r]/.test(raw) && !parses(raw);
}

function isUnusualName(text: string, span: Span): boolean {
  const raw = sliceOf(text, span);
  if (/^[A-Za-z_$][\w$]*$/.test(raw)) return false;
  return /^["']/.test(raw) ? isUnusualText(text, span) : !parses(`{${raw}:0}`);
}

/** Whether some token is one that momoa accepts and json5 does not, or lies too deep; json5 is asked about each unusual one. */
function isRefused(text: string, node: ValueNode, depth = 0): boolean {
  if (depth > maximumDepth) return true;
  switch (node.type) {
    case "String":
      return isUnusualText(text, spanOf(node));
    case "Number":
      return Number.isNaN(node.value);
    case "Array":
      return node.elements.some(({ value }) => isRefused(text, value, depth + 1));
    case "Object":
      return node.members.some(
        ({ name, value }) => isUnusualName(text, spanOf(name)) || isRefused(text, value, depth + 1),
      );
    default:
      return false;
  }
}

/** The tree, unless json5 may read the text differently: these two end a line for json5 only. */
function treeOf(text: string): ValueNode | undefined {
  if (/[\u2028\u2029]/.test(text)) return undefined;
  try {
    // momoa never returns from a text that ends with a backslash.
    const { body } = parse(`${text}\n`, { mode: "json5" });
    return isRefused(text, body) ? undefined : body;
  } catch {
    return undefined;
  }
}

/** What json5 parsed is JSON: parseJson5 refuses the rest. */
const asJson = (value: unknown) => value as Json;

/** What json5 says of a text that has no tree. */
function readUnplaced(text: string): { value?: Json; findings: Finding[] } {
  const parsed = parseJson5(text);
  if (!parsed.ok && parsed.line !== undefined)
    return { findings: [refusal(text, offsetOf(text, parsed.line, parsed.column ?? 1), parsed.message)] };
  const first = significantFrom(text, 0) ?? { start: 0, end: text.length };
  if (surroundings(text, text.length).depth > maximumDepth)
    return { findings: [error(first, `Nested deeper than ${maximumDepth} levels`)] };
  if (!parsed.ok) return { findings: [error(first, parsed.message)] };
  const message = "Valid, but written in a way that the form cannot follow; it is kept as it is";
  return { value: asJson(parsed.value), findings: [{ span: first, severity: "warning", message }] };
}

function read(text: string): { tree?: ValueNode; value?: Json; findings: Finding[] } {
  const tree = treeOf(text);
  if (!tree) return readUnplaced(text);
  const findings = checksOf(text, tree);
  const isJson = findings.every(({ severity }) => severity !== "error");
  return { tree, ...(isJson ? { value: valueOf(tree) } : {}), findings };
}

const tooLarge = (text: string): Finding[] =>
  text.length * 3 > maximumBytes && new TextEncoder().encode(text).length > maximumBytes
    ? [error({ start: 0, end: 1 }, `Larger than ${maximumBytes / 1000} kB, which the service refuses`)]
    : [];

/** Reads a text; any text is read, and none throws. */
export function readText(text: string): ReadText {
  const { tree, value, findings } = read(text);
  const rangeOf = lineCounter(text);
  const problems = [...tooLarge(text), ...findings]
    .map(({ span, severity, message }) => ({ ...rangeOf(span), ...span, severity, message }))
    .sort((left, right) => left.start - right.start || left.end - right.end);
  return { tree, value, problems };
}
