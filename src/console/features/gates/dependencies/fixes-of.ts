// What is wrong with the references of a gate, either way, each once, the gravest first.
import { fixesIn, type Fix, type FixPlace } from "#targeting/dependencies/fixes.ts";
import type { Dependencies } from "#console/features/gates/dependencies/model/dependencies.ts";

const kinds: readonly Fix["kind"][] = ["circle", "missing", "archived", "stale"];

/** One circle is found once each way, and begins anywhere. */
const identity = ({ kind, keys }: Fix) =>
  kind === "circle" ? [...new Set(keys)].sort().join(" ") : `${kind} ${keys.join(" ")}`;

export function fixesOf({ dependents, dependencies }: Dependencies): Fix[] {
  const found = [dependents, dependencies].flatMap(fixesIn);
  const once = [...new Map(found.map((fix) => [identity(fix), fix])).values()];
  return once.sort((left, right) => kinds.indexOf(left.kind) - kinds.indexOf(right.kind));
}

/** The rule of a gate or config that asks, from 0 and by baseID; those of experiments have no place of their own. */
export function ruleOf({ node, references }: FixPlace): { index: number; id: string } | undefined {
  const { ruleIndex, ruleID } = references[0] ?? {};
  return node.kind === "experiment" || ruleIndex === undefined || ruleID === undefined
    ? undefined
    : { index: ruleIndex, id: ruleID };
}

/** "rule 1 of checkout_v2" */
export function placeText(place: FixPlace): string {
  const rule = ruleOf(place);
  return rule ? `rule ${rule.index + 1} of ${place.node.name}` : place.node.name;
}
