// A walk as a tree: each thing below each thing that leads to it, told in full where it is nearest, and circles closed.
import { consequences } from "#targeting/dependencies/consequence.ts";
import { byName } from "#targeting/dependencies/reached.ts";
import { type Reference, type Thing } from "#targeting/dependencies/thing.ts";
import type { Walk } from "#targeting/dependencies/walk-references.ts";

export interface Branch {
  /** Keys of the way to it; one thing may stand in several places. */
  readonly id: string;
  readonly thing: Thing;
  /** What it hangs on: the gate it asks about or, of dependencies, what asks about it. */
  readonly parent: Thing;
  /** Where the two refer to each other. */
  readonly references: readonly Reference[];
  readonly children: readonly Branch[];
  /** Why nothing hangs on it here: it closes a circle, or stands nearer to the start with all that hangs on it. */
  readonly repeats?: "circle" | "elsewhere";
}

const rank = ({ consequence }: Thing) => consequences.indexOf(consequence);

interface Step {
  readonly thing: Thing;
  readonly references: readonly Reference[];
}

function stepsFrom({ direction, edges, things }: Walk): (key: string) => readonly Step[] {
  const steps = new Map<string, Step[]>();
  for (const { from, to, references } of edges) {
    const [near, far] = direction === "dependents" ? [to, from] : [from, to];
    const thing = things.get(far);
    if (thing) steps.set(near, [...(steps.get(near) ?? []), { thing, references }]);
  }
  return (key) => steps.get(key) ?? [];
}

/** The gravest consequence of a thing or of what can be reached by way of it. */
function severityRanks({ direction, edges, things }: Walk): ReadonlyMap<string, number> {
  const ranks = new Map([...things].map(([key, thing]) => [key, rank(thing)]));
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const { from, to } of edges) {
      const [near, far] = direction === "dependents" ? [to, from] : [from, to];
      const [own = Infinity, other = Infinity] = [ranks.get(near), ranks.get(far)];
      if (other < own) ranks.set(near, other);
      isChanged ||= other < own;
    }
  }
  return ranks;
}

/** For each thing what it hangs on by a shortest way: there it stands with all that hangs on it. */
function nearestParents(
  start: string,
  stepsOf: (key: string) => readonly Step[],
): ReadonlyMap<string, string> {
  const parents = new Map([[start, start]]);
  for (const key of parents.keys())
    for (const { thing } of stepsOf(key)) if (!parents.has(thing.key)) parents.set(thing.key, key);
  return parents;
}

/** What hangs on the start, the gravest first. */
export function branchesOf(walk: Walk): Branch[] {
  const stepsOf = stepsFrom(walk);
  const ranks = severityRanks(walk);
  const parents = nearestParents(walk.start.key, stepsOf);
  const rankOf = (key: string) => ranks.get(key) ?? consequences.length;
  const mostSevereFirst = (left: Step, right: Step) =>
    rankOf(left.thing.key) - rankOf(right.thing.key) ||
    rank(left.thing) - rank(right.thing) ||
    byName(left.thing, right.thing);

  function branchesBelow(parent: Thing, way: readonly string[]): Branch[] {
    return [...stepsOf(parent.key)].sort(mostSevereFirst).map(({ thing, references }) => {
      const { key } = thing;
      const branch = { id: [...way, key].join(" > "), thing, parent, references };
      if (way.includes(key)) return { ...branch, children: [], repeats: "circle" };
      if (parents.get(key) !== parent.key && stepsOf(key).length > 0)
        return { ...branch, children: [], repeats: "elsewhere" };
      return { ...branch, children: branchesBelow(thing, [...way, key]) };
    });
  }
  return branchesBelow(walk.start, [walk.start.key]);
}

export interface TreeRow {
  readonly branch: Branch;
  /** From 1. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** Row of the parent, by the branch's id. */
  readonly parentID?: string;
}

/** The rows in view, from the top. */
export function rowsOf(
  branches: readonly Branch[],
  isOpen: (branch: Branch) => boolean,
  level = 1,
  parentID?: string,
): TreeRow[] {
  return branches.flatMap((branch, index) => [
    {
      branch,
      level,
      position: index + 1,
      siblings: branches.length,
      ...(parentID === undefined ? {} : { parentID }),
    },
    ...(isOpen(branch) ? rowsOf(branch.children, isOpen, level + 1, branch.id) : []),
  ]);
}
