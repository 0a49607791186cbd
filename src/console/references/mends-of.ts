// What is wrong with the references of a gate, either way, each once, the gravest first.
import { mendsIn, type Mend } from "#targeting/reach/mends.ts";
import type { Reach } from "#console/reach/reach.ts";

const kinds: readonly Mend["kind"][] = ["circle", "missing", "archived", "stale"];

/** One circle is found once each way, and begins anywhere. */
const identity = ({ kind, keys }: Mend) =>
  kind === "circle" ? [...new Set(keys)].sort().join(" ") : `${kind} ${keys.join(" ")}`;

export function mendsOf({ dependents, dependencies }: Reach): Mend[] {
  const found = [dependents, dependencies].flatMap(mendsIn);
  const once = [...new Map(found.map((mend) => [identity(mend), mend])).values()];
  return once.sort((left, right) => kinds.indexOf(left.kind) - kinds.indexOf(right.kind));
}
