// The syntax tree of a text, with the positions of its names and values. Read-only: it never changes a text.
// Choice: the syntax tree of a JSON5 text is our own.
import JSON5 from "json5";
import { type Json, isJsonObject } from "#contract/json5.ts";
import { significantFrom, sliceOf, type Span, type Token } from "./tokens.ts";

interface ScalarNode extends Span {
  kind: "scalar";
  /** NaN and Infinity are kept. */
  value: string | number | boolean | null;
}

export interface ListNode extends Span {
  kind: "list";
  items: ValueNode[];
}

export interface ObjectNode extends Span {
  kind: "object";
  members: MemberNode[];
}

/** Spans from the start of its name to the end of its value. */
export interface MemberNode extends Span {
  name: string;
  nameSpan: Span;
  value: ValueNode;
}

export type ValueNode = ScalarNode | ListNode | ObjectNode;

/** The items of a list, or the values of an object. */
export const childNodes = (node: ListNode | ObjectNode): ValueNode[] =>
  node.kind === "list" ? node.items : node.members.map(({ value }) => value);

const isWithoutEscapes = (word: string) => !word.includes("\\");

/** The value of a piece of text; undefined if it has none. */
function meaningOf(piece: string): unknown {
  try {
    return JSON5.parse(piece);
  } catch {
    return undefined;
  }
}

function textIn(quoted: string): string {
  if (isWithoutEscapes(quoted)) return quoted.slice(1, -1);
  const meaning = meaningOf(quoted);
  return typeof meaning === "string" ? meaning : "";
}

function nameIn(word: string): string {
  if (/^["']/.test(word)) return textIn(word);
  if (isWithoutEscapes(word)) return word;
  const meaning = meaningOf(`{${word}:0}`);
  return (isJsonObject(meaning) && Object.keys(meaning)[0]) || word;
}

/** Parses numbers as json5 does; NaN and Infinity are words of their own there. */
const numberIn = (word: string) => (word.startsWith("-") ? -1 : 1) * Number(word.replace(/^[+-]/, ""));

/** Returns the value of a word or quoted text; NaN if it has none. */
export function scalarIn(word: string): ScalarNode["value"] {
  if (/^["']/.test(word)) return textIn(word);
  if (word === "true" || word === "false") return word === "true";
  return word === "null" ? null : numberIn(word);
}

/** Deeper nesting is refused: nobody reads it, and a traversal would overflow the stack. */
export const maximumDepth = 200;

/** Thrown for a text that is nested deeper than `maximumDepth`. */
export class TooDeep extends Error {}

/** Builds the tree of a text that json5 accepts; may throw for any other text. */
export function treeOf(text: string): ValueNode {
  let offset = 0;
  const take = (): Token => {
    const token = significantFrom(text, offset);
    if (!token) throw new Error("The text ends too early");
    offset = token.end;
    return token;
  };
  const is = (token: Token, character: string) => text[token.start] === character;
  const takeNext = () => {
    const token = take();
    return is(token, ",") ? take() : token;
  };
  const listFrom = ({ start }: Token, depth: number): ListNode => {
    const items: ValueNode[] = [];
    let token = take();
    for (; !is(token, "]"); token = takeNext()) items.push(valueFrom(token, depth));
    return { kind: "list", items, start, end: token.end };
  };
  const objectFrom = ({ start }: Token, depth: number): ObjectNode => {
    const members: MemberNode[] = [];
    let token = take();
    for (; !is(token, "}"); token = takeNext()) {
      const nameSpan = { start: token.start, end: token.end };
      take();
      const value = valueFrom(take(), depth);
      const name = nameIn(sliceOf(text, nameSpan));
      members.push({ name, nameSpan, value, start: nameSpan.start, end: value.end });
    }
    return { kind: "object", members, start, end: token.end };
  };
  const valueFrom = (token: Token, depth: number): ValueNode => {
    if (depth > maximumDepth) throw new TooDeep();
    if (is(token, "{")) return objectFrom(token, depth + 1);
    if (is(token, "[")) return listFrom(token, depth + 1);
    return { kind: "scalar", value: scalarIn(sliceOf(text, token)), start: token.start, end: token.end };
  };
  return valueFrom(take(), 0);
}

/** Returns the value as json5 reads it; of duplicate names the last counts. */
export function valueOf(node: ValueNode): Json {
  if (node.kind === "list") return node.items.map(valueOf);
  if (node.kind === "scalar") return node.value;
  return Object.fromEntries(node.members.map(({ name, value }) => [name, valueOf(value)]));
}
