// Plans the order in which a gate and everything that refers to it can be removed without leaving a dangling reference at any step.
import { componentsIn } from "./cycles.ts";
import { byName, rankOf, type DependencyGraph, type DependencyNode, type Edge } from "./graph.ts";

export interface RemovalStep {
  /** More than one node if they refer to each other in a cycle and must be removed together. */
  readonly nodes: readonly DependencyNode[];
  /** Whether a node of this step refers to the start itself: the start can be removed once these steps are done. */
  readonly isNeeded: boolean;
  /** One sentence. */
  readonly message: string;
}

const listed = new Intl.ListFormat("en-GB");

/** Describes the references of one node, such as "take pricing and checkout out of rules 1 and 3". */
function placesText(edges: readonly Edge[]): string {
  const names = listed.format(edges.map(({ to }) => to.name));
  const indexes = edges.flatMap(({ references }) => references.flatMap(({ ruleIndex }) => ruleIndex ?? []));
  const numbers = [...new Set(indexes)].sort((left, right) => left - right).map((index) => String(index + 1));
  const rules = `${numbers.length > 1 ? "rules" : "rule"} ${listed.format(numbers)}`;
  return `take ${names} out of ${numbers.length > 0 ? rules : "the targeting"}`;
}

function messageFor({ kind, name, consequence }: DependencyNode, places: string): string {
  if (kind === "experiment") {
    if (consequence === "running experiment") return `Let the experiment ${name} end, then ${places}.`;
    return consequence === "setup"
      ? `Before the experiment ${name} starts, ${places}.`
      : `The experiment ${name} is over: ${places}.`;
  }
  const noun = kind === "gate" ? "gate" : "config";
  return consequence === "archived"
    ? `The ${noun} ${name} is archived: ${places}, or delete it.`
    : `In the ${noun} ${name}, ${places}, or archive it.`;
}

/** Returns the groups that nothing else refers to, the least severe first: single nodes or, if there are none, a whole component. */
function removable(left: readonly DependencyNode[], edges: readonly Edge[]): (readonly DependencyNode[])[] {
  const referenced = new Set(edges.map(({ to }) => to));
  const free = left
    .filter((node) => !referenced.has(node))
    .sort((one, other) => rankOf(other) - rankOf(one) || byName(one, other));
  if (free.length > 0) return free.map((node) => [node]);
  const component = componentsIn(edges).find((nodes) =>
    edges.every(({ from, to }) => nodes.includes(from) || !nodes.includes(to)),
  );
  return component ? [component] : [left];
}

/** Returns the steps of a removal, the start last; of steps that are possible at the same time, the least severe comes first. */
export function removalPlan({ start, nodes, edges }: DependencyGraph): RemovalStep[] {
  const left = new Set(nodes.values());
  const steps: RemovalStep[] = [];
  while (left.size > 0) {
    const open = edges.filter(({ from, to }) => from !== to && left.has(from) && left.has(to));
    for (const group of removable([...left], open)) {
      for (const node of group) left.delete(node);
      const isLast = group.includes(start);
      const messages = group
        .filter((node) => node !== start)
        .map((node) => messageFor(node, placesText(edges.filter(({ from }) => from === node))));
      steps.push({
        nodes: group,
        isNeeded: isLast || edges.some(({ from, to }) => to === start && group.includes(from)),
        message: [
          ...(group.length > 1 ? ["These refer to each other and go together."] : []),
          ...messages,
          ...(isLast
            ? [`Nothing refers to ${start.name}${nodes.size > 1 ? " any more" : ""}: archive it.`]
            : []),
        ].join(" "),
      });
    }
  }
  return steps;
}
