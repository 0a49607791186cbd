// What is wrong with the references of a gate, either way, each once.
import { mendsIn, type Mend } from "#targeting/reach/mends.ts";
import type { Thing } from "#targeting/reach/thing.ts";
import type { Reach } from "#console/reach/reach.ts";

export interface FoundMend extends Mend {
  /** Where it can be mended: a circle at any of its things, anything else where it is asked. */
  readonly places: readonly Thing[];
}

/** The gravest first. */
const kinds: readonly Mend["kind"][] = ["circle", "missing", "archived", "stale"];

/** One circle is found once each way, and begins anywhere. */
const identity = ({ kind, keys }: Mend) =>
  kind === "circle" ? [...new Set(keys)].sort().join(" ") : `${kind} ${keys.join(" ")}`;

export function mendsOf({ dependents, dependencies }: Reach): FoundMend[] {
  const found = [dependents, dependencies].flatMap((walk) =>
    mendsIn(walk).map((mend): FoundMend => ({
      ...mend,
      places: [...new Set(mend.kind === "circle" ? mend.keys : mend.keys.slice(0, 1))].flatMap(
        (key) => walk.things.get(key) ?? [],
      ),
    })),
  );
  const once = [...new Map(found.map((mend) => [identity(mend), mend])).values()];
  return once.sort((left, right) => kinds.indexOf(left.kind) - kinds.indexOf(right.kind));
}
