// Applies a write to a holdout. Pure.
import type { HoldoutCreate, HoldoutPatch } from "#contract/holdout-update.ts";
import { heldOutFields } from "#contract/holdout.ts";
import type { StoredHoldout } from "#service/database/holdouts.ts";
import { plainFields, withGiven } from "#service/entity-writes/given-fields.ts";
import { newEntityID } from "#service/entity-writes/name-in-use.ts";
import { newID } from "#service/entity-writes/rule-ids.ts";
import { creatorFields, authorFields, type ChangeAuthor } from "#service/http/author-fields.ts";

const fields = [...plainFields, ...heldOutFields, "isEnabled", "passPercentage"] as const;

export const patchedHoldout = (
  stored: StoredHoldout,
  sent: HoldoutPatch,
  author: ChangeAuthor,
): StoredHoldout => ({
  ...withGiven<StoredHoldout, (typeof fields)[number]>(stored, { ...sent, idType: undefined }, fields),
  version: stored.version + 1,
  ...authorFields(author, sent.changeReason),
});

export function newHoldout(sent: HoldoutCreate, author: ChangeAuthor, lastVersion: number): StoredHoldout {
  const id = newEntityID(sent);
  const blank: StoredHoldout = {
    id,
    name: sent.name ?? id,
    idType: sent.idType,
    tags: [],
    targetApps: [],
    isEnabled: sent.isEnabled,
    isGlobal: false,
    passPercentage: sent.passPercentage,
    gateIDs: [],
    dynamicConfigIDs: [],
    experimentIDs: [],
    layerIDs: [],
    version: lastVersion,
    ...(lastVersion > 0 && { salt: newID(id, lastVersion, "salt") }),
  };
  return { ...patchedHoldout(blank, sent, author), ...creatorFields(author, sent) };
}
