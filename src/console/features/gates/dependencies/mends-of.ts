// What is wrong with the references of a gate, either way, each once, the gravest first.
import { mendsIn, type Mend, type MendPlace } from "#targeting/dependencies/mends.ts";
import type { Reach } from "#console/features/gates/dependencies/model/reach.ts";

const kinds: readonly Mend["kind"][] = ["circle", "missing", "archived", "stale"];

/** One circle is found once each way, and begins anywhere. */
const identity = ({ kind, keys }: Mend) =>
  kind === "circle" ? [...new Set(keys)].sort().join(" ") : `${kind} ${keys.join(" ")}`;

export function mendsOf({ dependents, dependencies }: Reach): Mend[] {
  const found = [dependents, dependencies].flatMap(mendsIn);
  const once = [...new Map(found.map((mend) => [identity(mend), mend])).values()];
  return once.sort((left, right) => kinds.indexOf(left.kind) - kinds.indexOf(right.kind));
}

/** The rule of a gate or config that asks, from 0 and by baseID; those of experiments have no place of their own. */
export function ruleOf({ thing, references }: MendPlace): { index: number; id: string } | undefined {
  const { ruleIndex, ruleID } = references[0] ?? {};
  return thing.kind === "experiment" || ruleIndex === undefined || ruleID === undefined
    ? undefined
    : { index: ruleIndex, id: ruleID };
}

/** "rule 1 of checkout_v2" */
export function placeWords(place: MendPlace): string {
  const rule = ruleOf(place);
  return rule ? `rule ${rule.index + 1} of ${place.thing.name}` : place.thing.name;
}
