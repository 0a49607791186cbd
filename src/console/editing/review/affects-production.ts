import { baseIDOf, type Rule } from "#contract/rule.ts";
import type { Editable } from "#console/editing/session/edited-kind.ts";
import type { AudienceChange, Changes } from "#console/editing/diff-merge/changes.ts";

const isInProduction = ({ environments }: Rule) => !environments || environments.includes("production");

type Entity = Pick<Editable, "isEnabled" | "rules">;

/** Changes of a gate or config as a whole that clients notice; nobody is served its description. */
const isNoticed = ({ changes }: AudienceChange) =>
  changes.some(({ what }) => what === "Status" || what === "Order of the rules");

/** True where users in production get something else after these changes: also where a rule for them goes. */
export function affectsProduction(changes: Changes, before: Entity, after: Entity): boolean {
  if (!before.isEnabled && !after.isEnabled) return false;
  const inProduction = new Set([...before.rules, ...after.rules].filter(isInProduction).map(baseIDOf));
  return changes.audiences.some(
    (audience) =>
      audience.key === "default" ||
      (audience.key === "whole" ? isNoticed(audience) : inProduction.has(audience.key)),
  );
}
