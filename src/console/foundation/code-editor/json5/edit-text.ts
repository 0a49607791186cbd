// Edits the value of a text. Everything that an edit does not concern stays unchanged: comments, order and spacing. Texts that
// do not parse and paths that do not exist are left unchanged.
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

/** Returns a value with another one set at a path that does not exist yet, creating what is missing on the way. */
function withMissing(whole: Json, [name, ...rest]: Path, value: Json): Json {
  if (name === undefined) return value;
  const inner = withMissing(null, rest, value);
  if (Array.isArray(whole)) return [...whole, inner];
  return { ...(isJsonObject(whole) ? whole : {}), [name]: inner };
}

/** Sets the value at a path; a missing property is added, as is an item after the last one. */
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

/** Puts a text that is not a valid value at a path, as the user left it; checking the whole text then reports it there. */
export function setInvalidText(text: string, path: Path, left: string): string {
  const whole = setValue(text, path, null);
  const { tree } = parseTree(whole);
  const node = tree && nodeAt(tree, path);
  return node ? spliced(whole, node, left) : whole;
}

/** Makes a text hold a value with the fewest edits. A text that consists of comments only keeps them and gets the value. */
export function applyValue(text: string, value: Json): string {
  if (significantFrom(text, 0)) return setValue(text, [], value);
  const filled = joined([text, spread(value, usualStyle, "")], usualStyle.newline);
  return parseTree(filled).tree ? filled : text;
}

/** Reorders the parts of the list or object at a path, or omits some. */
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

/** Removes a property or an item. Its comments are kept, in front of what follows. */
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

/** Moves an item of a list, or a member of an object, together with its comments. */
export const move = (text: string, path: Path, from: number, to: number): string =>
  withParts(text, path, (parts) => {
    const moved = parts[from];
    return moved ? parts.toSpliced(from, 1).toSpliced(to, 0, moved) : parts;
  });

/** A value to set at a path; without a value, the one at the path is removed. */
export interface Change {
  path: Path;
  value?: Json | undefined;
}

/** Applies changes in order. */
export const changeText = (text: string, changes: readonly Change[]): string =>
  changes.reduce(
    (changed, { path, value }) =>
      value === undefined && path.length ? remove(changed, path) : setValue(changed, path, value ?? null),
    text,
  );
