// Changes a text to another value by editing only the tokens that differ. Every comment is kept.
import { isJsonObject, type Json, type JsonObject, sameJson } from "#contract/json5.ts";
import { arranged, joined, type Wanted } from "./arrange.ts";
import { commentTokens } from "./layout.ts";
import { indentOfParts, nameText, printed, spread, type Writing } from "./style.ts";
import { sliceOf } from "./tokens.ts";
import { type ListNode, type ObjectNode, type ValueNode, valueOf } from "./tree.ts";

/** The indentation of a value's line; undefined if the value shares a line with its neighbours. */
type Indent = string | undefined;

/** Replaces a node that cannot be edited into the new value; its comments are kept, in front of the new text. */
function replaced({ text, tree, style }: Writing, node: ValueNode, value: Json, indent: Indent): string {
  const old = sliceOf(text, node);
  const comments = node.kind === "scalar" ? [] : commentTokens(old).map((token) => sliceOf(old, token));
  const separator = indent === undefined ? " " : style.newline + indent;
  const written = node === tree ? spread(value, style, indent ?? "") : printed(value, style, indent);
  return joined([...comments.flatMap((comment) => [comment, separator]), written], style.newline);
}

/**
 * Maps each new item to the index of the old item it continues: an equal one, if possible after the previous match, else the
 * unused one that follows its neighbour's.
 */
function continuedItems(before: readonly Json[], after: readonly Json[]): (number | undefined)[] {
  const taken = new Set<number | undefined>();
  let last = -1;
  const equal = after.map((value) => {
    const free = [...before.keys()].filter(
      (index) => !taken.has(index) && sameJson(before[index] ?? null, value),
    );
    const found = free.find((index) => index > last) ?? free[0];
    taken.add(found);
    last = found ?? last;
    return found;
  });
  let neighbour = -1;
  return equal.map((found) => {
    const next = neighbour + 1;
    const from = found ?? (next < before.length && !taken.has(next) ? next : undefined);
    taken.add(from);
    neighbour = from ?? neighbour;
    return from;
  });
}

function listParts(writing: Writing, { items }: ListNode, value: readonly Json[], indent: Indent): Wanted[] {
  const continued = continuedItems(items.map(valueOf), value);
  return value.map((item, index) => {
    const from = continued[index];
    const node = from === undefined ? undefined : items[from];
    const body = node ? rewritten(writing, node, item, indent) : printed(item, writing.style, indent);
    return { from, body };
  });
}

/** Members keep their order; a new one is inserted after the member that it follows in the value. */
function objectParts(writing: Writing, { members }: ObjectNode, value: JsonObject, indent: Indent): Wanted[] {
  const { text, style } = writing;
  const lastOfName = new Map(members.map((member) => [member.name, member]));
  const parts = members.flatMap((member, from) => {
    const { name, nameSpan, value: node } = member;
    const wanted = value[name];
    if (!Object.hasOwn(value, name) || wanted === undefined) return [];
    const isValid = lastOfName.get(name) === member;
    const body = isValid ? rewritten(writing, node, wanted, indent) : sliceOf(text, node);
    return [{ name, from, body: text.slice(nameSpan.start, node.start) + body }];
  });
  const all: (Wanted & { name: string })[] = parts;
  Object.entries(value).forEach(([name, member], index, entries) => {
    if (lastOfName.has(name)) return;
    const previous = entries[index - 1]?.[0];
    const place = all.findLastIndex((part) => part.name === previous) + 1;
    const body = `${nameText(name, style)}: ${printed(member, style, indent)}`;
    all.splice(place, 0, { name, body });
  });
  return all;
}

/** Returns the text of a node, edited to the new value. */
export function rewritten(writing: Writing, node: ValueNode, value: Json, indent: Indent): string {
  const old = sliceOf(writing.text, node);
  if (sameJson(valueOf(node), value)) return old;
  const isEmpty = /^.\s*.$/.test(old);
  if (node.kind === "list" && Array.isArray(value) && !isEmpty)
    return arranged(writing, node, listParts(writing, node, value, indentOfParts(writing, node)));
  if (node.kind === "object" && isJsonObject(value) && !isEmpty)
    return arranged(writing, node, objectParts(writing, node, value, indentOfParts(writing, node)));
  return replaced(writing, node, value, indent);
}
