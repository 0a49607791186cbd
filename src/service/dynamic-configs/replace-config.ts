// What a full update makes of a config (API 4.4): what is left out is removed, its identity and authorship excepted. Pure.
import type { DynamicConfigUpdate } from "#contract/dynamic-config.ts";
import { parseJson5 } from "#contract/json5.ts";
import { badRequest } from "#service/http/errors.ts";
import { signature, type Signer } from "#service/http/signature.ts";
import { replacedRules, ruleIDProblems, valueOfTwins } from "./replace-rules.ts";
import type { StoredConfig } from "./stored-config.ts";

/** The schema as JSON text: as sent, else derived from its JSON5. */
function schemaText({ schema, schemaJson5 }: DynamicConfigUpdate): string | null | undefined {
  if (typeof schema === "string" || typeof schemaJson5 !== "string") return schema;
  const parsed = parseJson5(schemaJson5);
  return parsed.ok ? JSON.stringify(parsed.value) : schema;
}

/** The config as the update leaves it; 400 for a rule id that does not exist. */
export function replacedConfig(
  stored: StoredConfig,
  update: DynamicConfigUpdate,
  signer: Signer,
): StoredConfig {
  const problems = ruleIDProblems(stored.rules, update.rules);
  if (problems.length) throw badRequest(problems);
  return {
    id: stored.id,
    // Choice: a config's name, ID type, creator and holdouts stay when left out; everything else is removed.
    name: update.name ?? stored.name,
    idType: update.idType ?? stored.idType,
    creatorID: update.creatorID === undefined ? stored.creatorID : update.creatorID,
    creatorName: stored.creatorName,
    creatorEmail: update.creatorEmail === undefined ? stored.creatorEmail : update.creatorEmail,
    createdTime: stored.createdTime,
    holdoutIDs: stored.holdoutIDs,
    description: update.description,
    isEnabled: update.isEnabled,
    rules: replacedRules(stored, update.rules),
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
    ...signature(signer),
  };
}
