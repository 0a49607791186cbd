// In which order a gate and all that asks about it can go, so that nothing is ever left asking about what is gone.
import { knotsIn } from "./circles.ts";
import { consequences } from "./consequence.ts";
import { type DependencyNode } from "./node.ts";
import type { Edge } from "./read-neighbours.ts";
import type { DependencyGraph } from "./traversal.ts";

export interface RemovalStep {
  /** Several where they ask about each other in a circle and have to go together. */
  readonly nodes: readonly DependencyNode[];
  /** Whether something of this step asks about the start itself: the start can go once these are done. */
  readonly isNeeded: boolean;
  /** One sentence. */
  readonly message: string;
}

export interface RemovalPlan {
  /** The start is the last step. */
  readonly steps: readonly RemovalStep[];
  /** Whether the walk read everything; if not, something may be missing here. */
  readonly isComplete: boolean;
}

const rank = ({ consequence }: DependencyNode) => consequences.indexOf(consequence);

/** "a, b and c" */
const listed = (message: readonly (string | number)[]) =>
  message.length > 1 ? `${message.slice(0, -1).join(", ")} and ${message.at(-1)}` : message.join("");

/** Such as "rules 1 and 3". */
function rulesText(indexes: readonly number[]): string {
  const numbers = [...new Set(indexes)].sort((left, right) => left - right).map((index) => index + 1);
  return `${numbers.length > 1 ? "rules" : "rule"} ${listed(numbers)}`;
}

/** Where a thing asks about the gates that are to go. */
function placesOf(node: DependencyNode, gateNames: ReadonlyMap<string, string>): string {
  const found = node.references.filter(({ gateID }) => gateNames.has(gateID));
  const names = listed([...new Set(found.map(({ gateID }) => gateNames.get(gateID) ?? gateID))]);
  const indexes = found.flatMap(({ ruleIndex }) => ruleIndex ?? []);
  const where = indexes.length > 0 ? rulesText(indexes) : "the targeting";
  return names ? `take ${names} out of ${where}` : "see where it asks about them";
}

function stepMessage(node: DependencyNode, gateNames: ReadonlyMap<string, string>): string {
  const places = placesOf(node, gateNames);
  if (node.kind === "experiment") {
    if (node.consequence === "running experiment")
      return `Let the experiment ${node.name} end, then ${places}.`;
    return node.consequence === "setup"
      ? `Before the experiment ${node.name} starts, ${places}.`
      : `The experiment ${node.name} is over: ${places}.`;
  }
  const noun = node.kind === "gate" ? "gate" : "config";
  return node.consequence === "archived"
    ? `The ${noun} ${node.name} is archived: ${places}, or delete it.`
    : `In the ${noun} ${node.name}, ${places}, or archive it.`;
}

/** Groups that nothing else asks about, the least grave first: single things or, where there are none, a knot. */
function removable(left: readonly DependencyNode[], edges: readonly Edge[]): (readonly DependencyNode[])[] {
  const asked = new Set(edges.map(({ to }) => to));
  const free = left.filter(({ key }) => !asked.has(key)).sort((one, other) => rank(other) - rank(one));
  if (free.length > 0) return free.map((node) => [node]);
  const isFirst = (knot: readonly string[]) =>
    edges.every(({ from, to }) => knot.includes(from) || !knot.includes(to));
  const knot = knotsIn(edges).find(isFirst);
  return [left.filter(({ key }) => !knot || knot.includes(key))];
}

/** The order in which things can go; of those that can go at the same time, the least grave first. Give it a walk to dependents. */
export function removalPlan({ start, nodes, edges, truncations }: DependencyGraph): RemovalPlan {
  const gates = [...nodes.values()].filter(({ kind }) => kind === "gate");
  const gateNames = new Map(gates.map(({ id, name }) => [id, name]));
  const direct = new Set(edges.filter(({ to }) => to === start.key).map(({ from }) => from));
  const left = new Map(nodes);
  const steps: RemovalStep[] = [];
  while (left.size > 0) {
    const open = edges.filter(({ from, to }) => from !== to && left.has(from) && left.has(to));
    for (const group of removable([...left.values()], open)) {
      for (const { key } of group) left.delete(key);
      const isStart = group.includes(start);
      const parts = group.filter((node) => node !== start).map((node) => stepMessage(node, gateNames));
      const anyMore = nodes.size > 1 ? " any more" : "";
      const end = isStart ? [`Nothing asks about ${start.name}${anyMore}: archive it.`] : [];
      const head = group.length > 1 ? ["These ask about each other and go together."] : [];
      steps.push({
        nodes: group,
        isNeeded: isStart || group.some(({ key }) => direct.has(key)),
        message: [...head, ...parts, ...end].join(" "),
      });
    }
  }
  return { steps, isComplete: truncations.length === 0 };
}
