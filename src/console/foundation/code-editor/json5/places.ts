// Finds the position in a text of the value at a path.
import { pointerPath } from "#contract/json-pointer.ts";
import type { SchemaProblem } from "#contract/json-schema-problems.ts";
import { inTextOrder, lineCounter } from "./tokens.ts";
import type { MemberNode, ObjectNode, ValueNode } from "./tree.ts";

/** Property names, and item indices as strings, starting at the root. */
export type Path = readonly string[];

/** The effective member: the last one if names are duplicated. */
const memberOf = (node: ObjectNode, name: string): MemberNode | undefined =>
  node.members.findLast((member) => member.name === name);

const isIndex = (segment: string) => /^(?:0|[1-9]\d*)$/.test(segment);

function childOf(node: ValueNode, segment: string): ValueNode | undefined {
  if (node.kind === "object") return memberOf(node, segment)?.value;
  if (node.kind === "list" && isIndex(segment)) return node.items[Number(segment)];
  return undefined;
}

export const nodeAt = (tree: ValueNode, path: Path): ValueNode | undefined =>
  path.reduce<ValueNode | undefined>((node, segment) => node && childOf(node, segment), tree);

/** Resolves a dotted path whose names may contain dots themselves. */
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

/** Resolves a dotted path or a JSON pointer; undefined if it does not exist. */
function pathOf(tree: ValueNode, pointer: string): Path | undefined {
  if (pointer === "") return [];
  const dotted = followDotted(tree, pointer.split("."));
  if (dotted || !pointer.startsWith("/")) return dotted;
  const path = pointerPath(pointer);
  return nodeAt(tree, path) && path;
}

const unknownProperty = "Unknown property";

/** Places a schema problem at its token: a scalar, the name of the value concerned, or its opening bracket. */
function placed(tree: ValueNode, { path: pointer, message }: SchemaProblem) {
  const path = pathOf(tree, pointer) ?? [];
  const { kind, start, end } = nodeAt(tree, path) ?? tree;
  const parent = path.length ? nodeAt(tree, path.slice(0, -1)) : undefined;
  const name = parent?.kind === "object" ? memberOf(parent, path.at(-1) ?? "")?.nameSpan : undefined;
  const isAboutName = kind !== "scalar" || message === unknownProperty;
  const token = { start, end: kind === "scalar" ? end : start + 1 };
  return { path, message, ...((isAboutName && name) || token) };
}

/** Returns every schema problem with its token and the path of the value concerned, ordered by position. */
export function placeSchemaProblems(text: string, tree: ValueNode, problems: readonly SchemaProblem[]) {
  const placeOf = lineCounter(text);
  return problems
    .map((problem) => placed(tree, problem))
    .map((problem) => ({ ...placeOf(problem.start), ...problem, severity: "error" as const }))
    .sort(inTextOrder);
}
