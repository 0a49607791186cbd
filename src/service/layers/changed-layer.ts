// Applies a write to a layer. Pure.
import type { LayerCreate, LayerPatch, LayerUpdate } from "#contract/layer-update.ts";
import type { StoredLayer } from "#service/database/layers.ts";
import { plainFields, withGiven } from "#service/entity-writes/given-fields.ts";
import { newEntityID } from "#service/entity-writes/name-in-use.ts";
import { newID } from "#service/entity-writes/rule-ids.ts";
import { creatorFields, authorFields, type ChangeAuthor } from "#service/http/author-fields.ts";

const layerFields = [...plainFields, "parameters"] as const;

export const patchedLayer = (stored: StoredLayer, sent: LayerPatch, author: ChangeAuthor): StoredLayer => ({
  ...withGiven<StoredLayer, (typeof layerFields)[number]>(stored, sent, layerFields),
  version: stored.version + 1,
  ...authorFields(author, sent.changeReason),
});

const removed = () => ({ tags: [], targetApps: [], team: null, teamID: null });

export const replacedLayer = (stored: StoredLayer, sent: LayerUpdate, author: ChangeAuthor) =>
  patchedLayer({ ...stored, ...removed() }, sent, author);

export function newLayer(sent: LayerCreate, author: ChangeAuthor, lastVersion: number): StoredLayer {
  const id = newEntityID(sent);
  const blank: StoredLayer = {
    ...removed(),
    id,
    name: sent.name ?? id,
    isImplicitLayer: false,
    parameters: [],
    version: lastVersion,
    // A new salt, so that the units are not divided as those of the deleted layer were.
    ...(lastVersion > 0 && { salt: newID(id, lastVersion, "salt") }),
  };
  return { ...patchedLayer(blank, sent, author), ...creatorFields(author, sent) };
}
