// Since when users are held out of something, as the versions of a holdout tell. Pure.
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

/** The time of the version that began it, ms; undefined where nobody is held out. `versions` has the newest first. */
export function heldOutSince(versions: readonly Holdout[], one: HeldOut): number | undefined {
  const end = versions.findIndex((version) => !holds(version, one));
  const unbroken = end === -1 ? versions : versions.slice(0, end);
  return unbroken.at(-1)?.lastModifiedTime ?? undefined;
}
