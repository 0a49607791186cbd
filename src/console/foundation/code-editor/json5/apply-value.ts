// Turns the value of a text into another one by touching only the tokens that differ. Every comment stays.
import { isJsonObject, type Json, type JsonObject, sameJson } from "#contract/json5.ts";
import { arranged, joined, type Wanted } from "./arrange.ts";
import { commentTokens, indentOfParts, layoutOf } from "./layout.ts";
import { nameText, printed, spread, type Style } from "./style.ts";
import { indentAt, sliceOf } from "./tokens.ts";
import { type ListNode, type ObjectNode, type ValueNode, valueOf } from "./tree.ts";

/** A text that is being changed, and how it is written. */
export interface Writing {
  text: string;
  tree: ValueNode;
  style: Style;
}

/** Where a value stands: the indentation of its line, undefined where it shares a line with its neighbours. */
type Indent = string | undefined;

/** A text that cannot be made to hold the value is replaced; the comments in it stay, before the new text. */
function replaced({ text, tree, style }: Writing, node: ValueNode, value: Json, indent: Indent): string {
  const old = sliceOf(text, node);
  const comments = node.kind === "scalar" ? [] : commentTokens(old).map((token) => sliceOf(old, token));
  const separator = indent === undefined ? " " : style.newline + indent;
  const written = node === tree ? spread(value, style, indent ?? "") : printed(value, style, indent);
  return joined([...comments.flatMap((comment) => [comment, separator]), written], style.newline);
}

const keyOf = (value: Json) =>
  JSON.stringify(value, (_, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );

/** Which old item each new one is equal to; the order is kept where it can be. */
function equalItems(before: readonly Json[], after: readonly Json[]): (number | undefined)[] {
  const free = new Map<string, number[]>();
  before.forEach((value, index) => free.set(keyOf(value), [...(free.get(keyOf(value)) ?? []), index]));
  let last = -1;
  return after.map((value) => {
    const places = free.get(keyOf(value)) ?? [];
    const [found] = places.splice(
      Math.max(
        0,
        places.findIndex((index) => index > last),
      ),
      1,
    );
    last = found ?? last;
    return found;
  });
}

/** Which old item each new one continues: an equal one, else the free one behind its neighbour's. */
function continuedItems(before: readonly Json[], after: readonly Json[]): (number | undefined)[] {
  const equal = equalItems(before, after);
  const taken = new Set(equal);
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

/** Members keep their order; a new one stands behind the one that it follows in the value. */
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

/** The text of a node, made to hold another value. */
export function rewritten(writing: Writing, node: ValueNode, value: Json, indent: Indent): string {
  const { text, style } = writing;
  const old = sliceOf(text, node);
  if (sameJson(valueOf(node), value)) return old;
  const isBare = node.kind === "scalar" || /^.\s*.$/.test(old);
  const layout = isBare ? undefined : layoutOf(text, node);
  if (!layout) return replaced(writing, node, value, indent);
  const lineIndent = indentAt(text, node.start);
  const inner = indentOfParts(layout, lineIndent + style.unit);
  if (node.kind === "list" && Array.isArray(value))
    return arranged(layout, listParts(writing, node, value, inner), style, lineIndent);
  if (node.kind === "object" && isJsonObject(value))
    return arranged(layout, objectParts(writing, node, value, inner), style, lineIndent);
  return replaced(writing, node, value, indent);
}
