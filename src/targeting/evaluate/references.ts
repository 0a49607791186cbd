// The gates that a list of rules refers to.
import { type Condition, targetValues } from "#contract/condition.ts";

const gateConditions = new Set(["passes_gate", "fails_gate"]);

/** The part of a rule that may refer to gates. */
export interface ReferringRule {
  readonly conditions: readonly Pick<Condition, "type" | "targetValue">[];
}

const segmentConditions = new Set(["passes_segment", "fails_segment"]);

/** Returns the name under which a segment is looked up in `GatesByID`, where gates are looked up by id. */
export const segmentName = (id: string) => `segment:${id}`;

/** Message for a gate or segment that does not exist. */
export const unknownText = (asked: string) =>
  asked.startsWith(segmentName(""))
    ? `The ${asked.replace(":", " ")} is not known`
    : `The gate ${asked} is not known`;

export const refersToSegments = (condition: Pick<Condition, "type">): boolean =>
  segmentConditions.has(condition.type);

export const refersToGates = (condition: Pick<Condition, "type">): boolean =>
  gateConditions.has(condition.type);

/** Ids of the gates that the rules refer to, each once, in the order of first mention. */
export const gateIDsIn = (rules: readonly ReferringRule[]): string[] => [
  ...new Set(
    rules
      .flatMap((rule) => rule.conditions)
      .filter(refersToGates)
      .flatMap(targetValues),
  ),
];

/** Ids of the segments that the rules refer to, each once, in the order of first mention. */
export const segmentIDsIn = (rules: readonly ReferringRule[]): string[] => [
  ...new Set(
    rules
      .flatMap((rule) => rule.conditions)
      .filter(refersToSegments)
      .flatMap(targetValues),
  ),
];

/** Returns the ids of the gates and the names of the segments that a condition refers to. */
export const referencesOfCondition = (condition: Pick<Condition, "type" | "targetValue">): string[] => {
  if (refersToSegments(condition)) return targetValues(condition).map(segmentName);
  return refersToGates(condition) ? targetValues(condition) : [];
};

/** Returns what the conditions of all rules refer to (see `referencesOfCondition`), each once. */
export const referencesOfRules = (rules: readonly ReferringRule[]): string[] => [
  ...new Set(rules.flatMap(({ conditions }) => conditions.flatMap(referencesOfCondition))),
];

/** Lookup of known gates by id and known segments by name. */
export interface GatesByID<G> {
  readonly get: (id: string) => G | undefined;
}

/** Returns a shortest path from one of the starts to an end, both included; undefined if there is none. */
export function shortestPath<Node>(
  starts: readonly Node[],
  end: Node,
  nextOf: (node: Node) => readonly Node[],
): Node[] | undefined {
  const before = new Map<Node, Node | undefined>(starts.map((start) => [start, undefined]));
  for (const node of before.keys()) {
    if (node === end) {
      const path = [node];
      for (let step = before.get(node); step !== undefined; step = before.get(step)) path.unshift(step);
      return path;
    }
    for (const next of nextOf(node)) if (!before.has(next)) before.set(next, node);
  }
  return undefined;
}

/** Returns the shortest path of references from one gate to another. */
export const pathBetween = (
  gates: GatesByID<{ readonly rules: readonly ReferringRule[] }>,
  from: string,
  to: string,
): string[] | undefined => shortestPath([from], to, (id) => gateIDsIn(gates.get(id)?.rules ?? []));
