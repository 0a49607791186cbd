// Detects the style of a text, and writes new values in that style.
import { isJsonObject, type Json } from "#contract/json5.ts";
import { indentOfPart, layoutOf } from "./layout.ts";
import { hasLineBreak, indentAt, isTrivia, tokensFrom } from "./tokens.ts";
import { childNodes, type ListNode, type ObjectNode, type ValueNode } from "./tree.ts";

export interface Style {
  newline: "\n" | "\r\n";
  /** The indentation of one level. */
  unit: string;
  quote: '"' | "'";
  quotesNames: boolean;
  /** The last of several lines ends with a comma. */
  trailingComma: boolean;
}

/** The style of a text from which none can be detected. */
export const usualStyle: Style = {
  newline: "\n",
  unit: "  ",
  quote: '"',
  quotesNames: false,
  trailingComma: true,
};

const isPlainName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);

/** The most frequent text; if several are, the shortest of them. */
function usual(texts: readonly string[]): string | undefined {
  const often = (text: string) => texts.filter((other) => other === text).length;
  return texts.toSorted((left, right) => often(right) - often(left) || left.length - right.length)[0];
}

/** The indentation that most items or members on lines of their own have relative to their parent. */
function unitOf(text: string, node: ValueNode, outer = ""): string | undefined {
  if (node.kind === "scalar") return undefined;
  const indents = layoutOf(text, node).parts.map((part) => indentOfPart(part) ?? outer);
  const deeper = usual(indents.filter((indent) => indent.length > outer.length && indent.startsWith(outer)));
  if (deeper !== undefined) return deeper.slice(outer.length);
  return childNodes(node)
    .map((child, index) => unitOf(text, child, indents[index]))
    .find((unit) => unit !== undefined);
}

export function styleOf(text: string, tree: ValueNode): Style {
  const counts = { double: 0, single: 0, quotedNames: 0, plainNames: 0, trailing: 0, notTrailing: 0 };
  const tokens = [...tokensFrom(text, tree.start)].filter((token) => !isTrivia(token));
  tokens.forEach(({ kind, start, end }, index) => {
    const first = text.charAt(start);
    const previous = tokens[index - 1];
    if (text.charAt(tokens[index + 1]?.start ?? end) === ":") {
      if (kind === "word") counts.plainNames += 1;
      else if (isPlainName(text.slice(start + 1, end - 1))) counts.quotedNames += 1;
    } else if (kind === "string") counts[first === "'" ? "single" : "double"] += 1;
    if (!/[\]}]/.test(first) || !previous || !hasLineBreak(text.slice(previous.end, start))) return;
    const last = text.charAt(previous.start);
    if (!/[[{]/.test(last)) counts[last === "," ? "trailing" : "notTrailing"] += 1;
  });
  const quotesNames = counts.quotedNames > counts.plainNames;
  return {
    newline: text.includes("\r\n") ? "\r\n" : "\n",
    unit: unitOf(text, tree) ?? usualStyle.unit,
    quote: counts.single > counts.double ? "'" : '"',
    quotesNames,
    trailingComma:
      counts.trailing === counts.notTrailing ? !quotesNames : counts.trailing > counts.notTrailing,
  };
}

/** A text that is being edited, with its tree and style. */
export interface Writing {
  text: string;
  tree: ValueNode;
  style: Style;
}

/** The indentation of the parts of a list or object; undefined if they share one line. */
export function indentOfParts({ text, style }: Writing, node: ListNode | ObjectNode): string | undefined {
  const { head, parts, end } = layoutOf(text, node);
  const found = parts.map(indentOfPart).find((indent) => indent !== undefined);
  const isSpread = [head, ...parts.map(({ lead }) => lead), end].some(hasLineBreak);
  const usual = indentAt(text, node.start) + style.unit;
  return found ?? (isSpread || parts.length === 0 ? usual : undefined);
}

function quoted(text: string, quote: Style["quote"]): string {
  // json5 accepts these two characters unescaped, but warns about them.
  const escaped = JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  if (quote === '"') return escaped;
  return `'${escaped.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

export const nameText = (name: string, { quotesNames, quote }: Style) =>
  isPlainName(name) && !quotesNames ? name : quoted(name, quote);

const widest = 60;

const isContainer = (value: Json): value is Json[] | { [key: string]: Json } =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

function onOneLine(value: Json, style: Style): string {
  if (typeof value === "string") return quoted(value, style.quote);
  if (Array.isArray(value)) return `[${value.map((item) => onOneLine(item, style)).join(", ")}]`;
  if (!isJsonObject(value)) return String(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${nameText(name, style)}: ${onOneLine(member, style)}`,
  );
  return members.length ? `{ ${members.join(", ")} }` : "{}";
}

function onLines(value: Json, style: Style, indent: string): string {
  const one = onOneLine(value, style);
  const children = isContainer(value) ? Object.values(value) : [];
  return children.some(isContainer) || one.length > widest ? spread(value, style, indent) : one;
}

/** Writes a list or an object with every item on a line of its own. */
export function spread(value: Json, style: Style, indent: string): string {
  if (!isContainer(value)) return onOneLine(value, style);
  const inner = indent + style.unit;
  const lines = Array.isArray(value)
    ? value.map((item) => onLines(item, style, inner))
    : Object.entries(value).map(
        ([name, member]) => `${nameText(name, style)}: ${onLines(member, style, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const body = lines.join(`,${style.newline}${inner}`);
  return `${open}${style.newline}${inner}${body}${style.trailingComma ? "," : ""}${style.newline}${indent}${close}`;
}

/** Writes a value as text; `indent` is the indentation of its line, or undefined if everything must stay on one line. */
export const printed = (value: Json, style: Style, indent: string | undefined) =>
  indent === undefined ? onOneLine(value, style) : onLines(value, style, indent);
