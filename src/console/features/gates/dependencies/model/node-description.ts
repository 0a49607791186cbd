// One thing of a reach in sentences: by which way, where it refers, how much hangs on it. For boxes, details and exports.
import { pathText, pathsIn, type NodePath } from "#targeting/dependencies/paths.ts";
import type { DependencyNode } from "#targeting/dependencies/node.ts";
import type { Dependencies } from "./dependencies.ts";
import { checksText, kindText, stateText, stepText } from "./node-text.ts";

export interface NodeDescription extends NodePath {
  readonly direction: "dependents" | "dependencies";
  /** "checkout_v2 → pricing → experiment New price page". */
  readonly message: string;
  /** Where the last step refers. */
  readonly where: string;
}

/** By key of the thing; what stands on both sides of the gate is told as what depends on it. */
export function descriptionsOf({ dependents, dependencies }: Dependencies): Map<string, NodeDescription> {
  const ways = [dependencies, dependents].flatMap(({ direction, ...graph }) =>
    pathsIn({ direction, ...graph }).map((affected): NodeDescription => ({
      ...affected,
      direction,
      message: pathText(affected.path),
      where: stepText(affected.path, direction),
    })),
  );
  return new Map(ways.map((way) => [way.node.key, way]));
}

/** The whole of a thing in one text, for those who do not see the drawing. */
export function describeNode(node: DependencyNode, way: NodeDescription | undefined): string {
  const checks = checksText(node);
  return [
    `${kindText[node.kind]} ${node.name}, ${stateText(node)}`,
    ...(way
      ? [`${way.direction === "dependents" ? "Needs this gate" : "Needed by this gate"}: ${way.message}`]
      : ["This gate"]),
    ...(way ? [way.where] : []),
    ...(checks ? [`${checks} checks an hour`] : []),
  ].join(". ");
}
