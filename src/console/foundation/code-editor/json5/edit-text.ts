// Edits of a text's value. Only what an edit is about changes: all else, comments, order and spacing, stays as it was.
// A text that does not parse, and a path that leads nowhere, leave the text as it is.
import { isJsonObject, type Json } from "#contract/json5.ts";
import { rewritten } from "./apply-value.ts";
import { arranged, joined, type Wanted } from "./arrange.ts";
import { layoutOf } from "./layout.ts";
import { nodeAt, type Path } from "./places.ts";
import { parseTree } from "./read-text.ts";
import { indentOfParts, spread, styleOf, usualStyle, type Writing } from "./style.ts";
import { indentAt, significantFrom } from "./tokens.ts";
import { type ListNode, type ObjectNode, type ValueNode, valueOf } from "./tree.ts";

function writingOf(text: string): Writing | undefined {
  const { tree } = parseTree(text);
  return tree && { text, tree, style: styleOf(text, tree) };
}

const spliced = (text: string, { start, end }: ValueNode, by: string) =>
  text.slice(0, start) + by + text.slice(end);

/** A value with another one at a path below it, where nothing is yet; what is missing on the way is made. */
function withMissing(whole: Json, [name, ...rest]: Path, value: Json): Json {
  if (name === undefined) return value;
  const inner = withMissing(null, rest, value);
  if (Array.isArray(whole)) return [...whole, inner];
  return { ...(isJsonObject(whole) ? whole : {}), [name]: inner };
}

/** Sets the value at a path; a property that is not there is added, as is an item behind the last one. */
export function setValue(text: string, path: Path, value: Json): string {
  const writing = writingOf(text);
  if (!writing) return text;
  let depth = path.length;
  while (depth > 0 && !nodeAt(writing.tree, path.slice(0, depth))) depth -= 1;
  const node = nodeAt(writing.tree, path.slice(0, depth)) ?? writing.tree;
  const holder = depth > 0 ? nodeAt(writing.tree, path.slice(0, depth - 1)) : undefined;
  const indent =
    holder && holder.kind !== "scalar" ? indentOfParts(writing, holder) : indentAt(text, node.start);
  const whole = depth === path.length ? value : withMissing(valueOf(node), path.slice(depth), value);
  return spliced(text, node, rewritten(writing, node, whole, indent));
}

/** Puts a text that is no value at a path, as somebody left it; what reads the whole reports it there. */
export function leaveText(text: string, path: Path, left: string): string {
  const whole = setValue(text, path, null);
  const { tree } = parseTree(whole);
  const node = tree && nodeAt(tree, path);
  return node ? spliced(whole, node, left) : whole;
}

/** Makes a text hold a value with the fewest edits. A text of comments alone keeps them and gets the value. */
export function applyValue(text: string, value: Json): string {
  if (significantFrom(text, 0)) return setValue(text, [], value);
  const filled = joined([text, spread(value, usualStyle, "")], usualStyle.newline);
  return parseTree(filled).tree ? filled : text;
}

/** Puts the parts of the list or object at a path in another order, or leaves some out. */
function withParts(
  text: string,
  path: Path,
  choose: (parts: Wanted[], node: ListNode | ObjectNode) => Wanted[],
): string {
  const writing = writingOf(text);
  const node = writing && nodeAt(writing.tree, path);
  if (!writing || !node || node.kind === "scalar") return text;
  const parts = layoutOf(text, node).parts.map(({ body }, from) => ({ from, body }));
  return spliced(text, node, arranged(writing, node, choose(parts, node)));
}

/** Takes a property or an item out. Its comments stay, in front of what follows. */
export function remove(text: string, path: Path): string {
  const name = path.at(-1);
  return name === undefined
    ? text
    : withParts(text, path.slice(0, -1), (parts, node) =>
        parts.filter(({ from = -1 }) =>
          node.kind === "object" ? node.members[from]?.name !== name : String(from) !== name,
        ),
      );
}

/** Moves an item of a list, or a member of an object, with its comments. */
export const move = (text: string, path: Path, from: number, to: number): string =>
  withParts(text, path, (parts) => {
    const moved = parts[from];
    return moved ? parts.toSpliced(from, 1).toSpliced(to, 0, moved) : parts;
  });

/** A value to be set at a path; without one, what stands there is removed. */
export interface Change {
  path: Path;
  value?: Json | undefined;
}

/** Makes changes one after the other. */
export const changeText = (text: string, changes: readonly Change[]): string =>
  changes.reduce(
    (changed, { path, value }) =>
      value === undefined && path.length ? remove(changed, path) : setValue(changed, path, value ?? null),
    text,
  );
