// The tree of a text: where its values and names stand, and how a path leads to one. It never changes a text.
import type { MemberNode, ObjectNode, ValueNode } from "@humanwhocodes/momoa";
import type { Json } from "#contract/json5.ts";
import type { SchemaProblem } from "#contract/json-schema-problems.ts";
import type { Span } from "./tokens.ts";

/** Names and, for items, numbers as texts, from the root. */
export type Path = readonly string[];

type Placed = Pick<ValueNode, "loc">;

export const spanOf = ({ loc }: Placed): Span => ({ start: loc.start.offset, end: loc.end.offset });

export const nameOf = ({ name }: MemberNode): string => (name.type === "String" ? name.value : name.name);

/** The member that counts: of equal names the last one. */
export const memberOf = (node: ObjectNode, name: string): MemberNode | undefined =>
  node.members.findLast((member) => nameOf(member) === name);

/** The value as JSON5 reads it; NaN and Infinity stay what they are. */
export function valueOf(node: ValueNode): Json {
  switch (node.type) {
    case "Object":
      return Object.fromEntries(node.members.map((member) => [nameOf(member), valueOf(member.value)]));
    case "Array":
      return node.elements.map(({ value }) => valueOf(value));
    case "Null":
      return null;
    case "NaN":
      return Number.NaN;
    case "Infinity":
      return node.sign === "-" ? -Infinity : Infinity;
    default:
      return node.value;
  }
}

const isIndex = (segment: string) => /^(?:0|[1-9]\d*)$/.test(segment);

export function childOf(node: ValueNode, segment: string): ValueNode | undefined {
  if (node.type === "Object") return memberOf(node, segment)?.value;
  if (node.type === "Array" && isIndex(segment)) return node.elements[Number(segment)]?.value;
  return undefined;
}

export const nodeAt = (tree: ValueNode, path: Path): ValueNode | undefined =>
  path.reduce<ValueNode | undefined>((node, segment) => node && childOf(node, segment), tree);

/** Follows a dotted path, whose names may hold dots themselves. */
function followDotted(node: ValueNode, segments: Path): Path | undefined {
  if (segments.length === 0) return [];
  for (let count = 1; count <= segments.length; count += 1) {
    const name = segments.slice(0, count).join(".");
    const child = childOf(node, name);
    const rest = child && followDotted(child, segments.slice(count));
    if (rest) return [name, ...rest];
  }
  return undefined;
}

const unescape = (segment: string) => segment.replaceAll("~1", "/").replaceAll("~0", "~");

/** The path that a dotted path or a JSON pointer names; undefined where it leads nowhere. */
export function pathOf(tree: ValueNode, pointer: string): Path | undefined {
  if (pointer === "") return [];
  const dotted = followDotted(tree, pointer.split("."));
  if (dotted || !pointer.startsWith("/")) return dotted;
  const path = pointer.slice(1).split("/").map(unescape);
  return nodeAt(tree, path) && path;
}

export interface Located {
  path: Path;
  /** Undefined for items and for the whole. */
  name: Span | undefined;
  value: Span;
}

/** Where the name and the value stand that a dotted path, a JSON pointer or a path leads to. */
export function locate(tree: ValueNode, pointer: string | Path): Located | undefined {
  const path = typeof pointer === "string" ? pathOf(tree, pointer) : pointer;
  const node = path && nodeAt(tree, path);
  if (!node) return undefined;
  const parent = nodeAt(tree, path.slice(0, -1));
  const member = parent?.type === "Object" ? memberOf(parent, path.at(-1) ?? "") : undefined;
  return { path, name: member && path.length ? spanOf(member.name) : undefined, value: spanOf(node) };
}

const holds = ({ start, end }: Span, offset: number) => start <= offset && offset <= end;

/** The innermost value around an offset, and whether the offset is in its name. */
export function pathAt(tree: ValueNode, offset: number): { path: Path; part: "name" | "value" } | undefined {
  const path: string[] = [];
  let node = tree;
  if (!holds(spanOf(node), offset)) return undefined;
  for (;;) {
    const children: [string, ValueNode, Span | undefined][] =
      node.type === "Object"
        ? node.members.map((member) => [nameOf(member), member.value, spanOf(member.name)])
        : node.type === "Array"
          ? node.elements.map(({ value }, index) => [String(index), value, undefined])
          : [];
    const child = children.find(
      ([, value, name]) => holds(spanOf(value), offset) || (name && holds(name, offset)),
    );
    if (!child) return { path, part: "value" };
    path.push(child[0]);
    if (child[2] && holds(child[2], offset)) return { path, part: "name" };
    node = child[1];
  }
}

const unknownProperty = "Unknown property";

/** The token that a problem is about: a scalar, the name of what it is about, or the bracket that opens it. */
function spanOfProblem(tree: ValueNode, { path, message }: SchemaProblem): Span {
  const located = locate(tree, path);
  if (!located) return { start: spanOf(tree).start, end: spanOf(tree).start + 1 };
  const node = nodeAt(tree, located.path);
  const isScalar = node?.type !== "Object" && node?.type !== "Array";
  if (located.name && (!isScalar || message === unknownProperty)) return located.name;
  return isScalar ? located.value : { start: located.value.start, end: located.value.start + 1 };
}

/** Every schema problem at its token, in the order of the text. */
export const placeSchemaProblems = (tree: ValueNode, problems: readonly SchemaProblem[]) =>
  problems
    .map((problem) => ({ ...problem, span: spanOfProblem(tree, problem) }))
    .sort((left, right) => left.span.start - right.span.start || left.span.end - right.span.end);
