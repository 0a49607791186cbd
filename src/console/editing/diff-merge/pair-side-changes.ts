// Puts the changes of two people to the same version side by side; both sets are relative to their common base.
import type { AudienceChange } from "./changes.ts";

/** Returns all changes of both sides; where only one side changed a field, the other shows the base value. */
export function pairSideChanges(
  theirs: readonly AudienceChange[],
  mine: readonly AudienceChange[],
): AudienceChange[] {
  const keys = new Set([...theirs, ...mine].map(({ key }) => key));
  return [...keys].flatMap((key) => {
    const [their, own] = [theirs, mine].map((side) => side.find((audience) => audience.key === key));
    const audience = their ?? own;
    if (!audience) return [];
    const ofTheirs = new Map(their?.changes.map((change) => [change.what, change]));
    const ofMine = new Map(own?.changes.map((change) => [change.what, change]));
    const changes = [...new Map([...ofMine, ...ofTheirs])].map(([what, change]) => ({
      ...change,
      after: ofTheirs.get(what)?.after ?? change.before,
      mine: ofMine.get(what)?.after ?? change.before,
    }));
    return { ...audience, changes };
  });
}
