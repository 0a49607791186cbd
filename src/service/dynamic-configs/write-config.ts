// Applies a write to a config: a full update (API 4.4), which removes absent fields, or a new config. Pure.
import type { DynamicConfigCreate, DynamicConfigUpdate } from "#contract/dynamic-config-update.ts";
import { valueOfJson5 } from "#contract/json5.ts";
import { creation, signature, type Signer } from "#service/http/signature.ts";
import { newEntityID } from "#service/entity-writes/name-in-use.ts";
import { valueOfTwins, writtenRules } from "#service/entity-writes/written-rules.ts";
import type { FormerRule } from "#service/database/history.ts";
import type { StoredConfig } from "./stored-config.ts";

/** The schema as JSON text: as sent, else derived from its JSON5. */
function schemaText({ schema, schemaJson5 }: DynamicConfigUpdate): string | null | undefined {
  const value = typeof schema === "string" ? undefined : valueOfJson5(schemaJson5);
  return value === undefined ? schema : JSON.stringify(value);
}

/** The config as the update leaves it; `addressable` are the rules that a written one may replace. */
export const replacedConfig = (
  stored: StoredConfig,
  addressable: readonly FormerRule[],
  update: DynamicConfigUpdate,
  signer: Signer,
): StoredConfig => ({
  id: stored.id,
  // Choice: a config's name, ID type, creator, holdouts and salt stay when left out of a full update; everything else is removed.
  name: update.name ?? stored.name,
  idType: update.idType ?? stored.idType,
  creatorID: update.creatorID === undefined ? stored.creatorID : update.creatorID,
  creatorName: stored.creatorName,
  creatorEmail: update.creatorEmail === undefined ? stored.creatorEmail : update.creatorEmail,
  createdTime: stored.createdTime,
  holdoutIDs: stored.holdoutIDs,
  salt: stored["salt"],
  description: update.description,
  isEnabled: update.isEnabled,
  rules: writtenRules(stored, addressable, update.rules),
  defaultValue: valueOfTwins(update.defaultValue, update.defaultValueJson5),
  defaultValueJson5: update.defaultValueJson5,
  schema: schemaText(update),
  schemaJson5: update.schemaJson5,
  tags: update.tags ?? [],
  targetApps: update.targetApps,
  team: update.team,
  teamID: update.teamID,
  releasePipelineID: update.releasePipelineID,
  owner: update.owner,
  version: stored.version + 1,
  ...signature(signer, update.changeReason),
});

export function newConfig(sent: DynamicConfigCreate, signer: Signer): StoredConfig {
  const id = newEntityID(sent);
  const blank: StoredConfig = {
    id,
    name: sent.name,
    idType: "userID",
    holdoutIDs: [],
    isEnabled: true,
    rules: [],
    version: 0,
  };
  const rules = sent.rules.map((rule) => ({
    ...rule,
    variants: rule.variants?.map(({ id: _id, ...variant }) => variant),
  }));
  return { ...replacedConfig(blank, [], { ...sent, rules }, signer), ...creation(signer, sent) };
}
