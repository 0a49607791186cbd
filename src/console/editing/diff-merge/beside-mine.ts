// Two people's changes of one version side by side: both are measured from where both started.
import type { AudienceChange } from "./changes.ts";

/** Every change of either; what only one of them changed is for the other as it was. */
export function besideMine(
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
