// Finds out from the versions of a holdout since when it has held users out of an entity. Pure.
import type { HeldOut, Holdout } from "#contract/holdout.ts";

const listOf = (version: Holdout, { kind }: HeldOut) =>
  kind === "gate"
    ? version.gateIDs
    : kind === "dynamic_config"
      ? version.dynamicConfigIDs
      : version.experimentIDs;

const holds = (version: Holdout, one: HeldOut) =>
  version.isEnabled &&
  version.passPercentage > 0 &&
  (one.layerID ? version.layerIDs.includes(one.layerID) : listOf(version, one).includes(one.id));

/**
 * Returns when the holdout began to apply without a break, in ms; undefined if it does not apply now.
 * `versions` are newest first.
 */
export function heldOutSince(versions: readonly Holdout[], one: HeldOut): number | undefined {
  const end = versions.findIndex((version) => !holds(version, one));
  const unbroken = end === -1 ? versions : versions.slice(0, end);
  return unbroken.at(-1)?.lastModifiedTime ?? undefined;
}
