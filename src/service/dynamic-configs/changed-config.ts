// Applies a write to a config: a full update (API 4.4), which removes absent fields, a partial update, or a new config. Pure.
import type {
  DynamicConfigCreate,
  DynamicConfigPatch,
  DynamicConfigUpdate,
} from "#contract/dynamic-config-update.ts";
import { valueOfJson5 } from "#contract/json5.ts";
import { creatorFields, authorFields, type ChangeAuthor } from "#service/http/author-fields.ts";
import { plainFields, withGiven } from "#service/entity-writes/given-fields.ts";
import { newEntityID } from "#service/entity-writes/name-in-use.ts";
import { valueOfTwins, writtenRules } from "#service/entity-writes/written-rules.ts";
import type { FormerRule } from "#service/database/history.ts";
import type { StoredConfig } from "./stored-config.ts";

/** The schema as JSON text: as sent, or else derived from its JSON5 text. */
function schemaText({ schema, schemaJson5 }: DynamicConfigPatch): string | null | undefined {
  const value = typeof schema === "string" ? undefined : valueOfJson5(schemaJson5);
  return value === undefined ? schema : JSON.stringify(value);
}

/** Returns the config with the given fields replaced; a value and its JSON5 twin are replaced together. The written rules may replace the
 *  stored rules in `addressable`. */
export const patchedConfig = (
  stored: StoredConfig,
  addressable: readonly FormerRule[],
  sent: DynamicConfigPatch,
  author: ChangeAuthor,
): StoredConfig => ({
  ...withGiven(stored, sent, [...plainFields, "isEnabled"]),
  ...((sent.defaultValue !== undefined || sent.defaultValueJson5 !== undefined) && {
    defaultValue: valueOfTwins(sent.defaultValue, sent.defaultValueJson5),
    defaultValueJson5: sent.defaultValueJson5,
  }),
  ...((sent.schema !== undefined || sent.schemaJson5 !== undefined) && {
    schema: schemaText(sent),
    schemaJson5: sent.schemaJson5,
  }),
  rules: sent.rules ? writtenRules(stored, addressable, sent.rules) : stored.rules,
  version: stored.version + 1,
  ...authorFields(author, sent.changeReason),
});

/** The config after a full update. */
export const replacedConfig = (
  stored: StoredConfig,
  addressable: readonly FormerRule[],
  update: DynamicConfigUpdate,
  author: ChangeAuthor,
): StoredConfig => {
  // Choice: a config's name, ID type, creator, holdouts and salt stay when left out of a full update; everything else is removed.
  const { id, name, idType, creatorID, creatorName, creatorEmail, createdTime, holdoutIDs, salt } = stored;
  const { isEnabled, rules, version } = stored;
  const lasting = { id, name, idType, creatorID, creatorName, creatorEmail, createdTime, holdoutIDs, salt };
  return patchedConfig({ ...lasting, tags: [], isEnabled, rules, version }, addressable, update, author);
};

export function newConfig(
  sent: DynamicConfigCreate,
  author: ChangeAuthor,
  lastVersion: number,
): StoredConfig {
  const id = newEntityID(sent);
  const blank: StoredConfig = {
    id,
    name: sent.name,
    idType: "userID",
    holdoutIDs: [],
    isEnabled: true,
    rules: [],
    version: lastVersion,
  };
  const rules = sent.rules.map((rule) => ({
    ...rule,
    variants: rule.variants?.map(({ id: _id, ...variant }) => variant),
  }));
  return { ...replacedConfig(blank, [], { ...sent, rules }, author), ...creatorFields(author, sent) };
}
