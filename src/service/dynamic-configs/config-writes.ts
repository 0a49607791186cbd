// Answers the endpoints that write dynamic configs: created, fully updated (API 4.4), switched. Reading is in dynamic-config-handlers.ts.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { badRequest } from "#service/http/errors.ts";
import type { Handlers, RequestContext } from "#service/http/handler.ts";
import { changeEntity, createEntity, type RuleOwner } from "#service/entity-writes/change-entity.ts";
import { nameProblems } from "#service/entity-writes/name-in-use.ts";
import { addressableRules } from "#service/entity-writes/rule-ids.ts";
import { storedConfigProblems } from "./check-update.ts";
import { refuseArchived, shelved, switched } from "./config-state.ts";
import { answeredConfig, parseConfig, type StoredConfig } from "./stored-config.ts";
import { newConfig, replacedConfig } from "./write-config.ts";

type DynamicConfigWrites =
  | "createDynamicConfig"
  | "updateDynamicConfig"
  | "enableDynamicConfig"
  | "disableDynamicConfig"
  | "archiveDynamicConfig"
  | "unarchiveDynamicConfig";

const owner: RuleOwner<StoredConfig, DynamicConfig> = {
  kind: "dynamic_config",
  noun: "Dynamic config",
  parse: parseConfig,
  answer: async (_reader, context, config) => answeredConfig(context)(config),
};

interface Write {
  params: { id: string };
  query: { dryRun: boolean };
}

export const dynamicConfigWrites = (database: Database): Pick<Handlers, DynamicConfigWrites> => {
  const change = (
    { params, query }: Write,
    context: RequestContext,
    work: (stored: StoredConfig, reader: Reader) => StoredConfig | Promise<StoredConfig>,
  ) => changeEntity(database, owner, { id: params.id, dryRun: query.dryRun }, context, work);

  const switchTo =
    (isEnabled: boolean) =>
    (input: Write & { body: { changeReason?: string | undefined } }, context: RequestContext) =>
      change(input, context, (stored) => {
        refuseArchived(stored);
        return switched(stored, isEnabled, context, input.body.changeReason);
      });

  return {
    createDynamicConfig: ({ query, body }, context) =>
      createEntity(
        database,
        owner,
        { document: newConfig(body, context), dryRun: query.dryRun },
        context,
        (reader) => nameProblems(reader, "dynamic_config", body),
      ),

    updateDynamicConfig: (input, context) =>
      change(input, context, async (stored, reader) => {
        const problems = await storedConfigProblems(reader, stored, input.body);
        if (problems.length) throw badRequest(problems);
        const addressable = await addressableRules(reader, "dynamic_config", stored, input.body.rules);
        return replacedConfig(stored, addressable, input.body, context);
      }),

    enableDynamicConfig: switchTo(true),
    disableDynamicConfig: switchTo(false),

    archiveDynamicConfig: (input, context) =>
      change(input, context, (stored) => {
        const { changeReason, archiveReason } = input.body;
        return shelved(stored, "Archived", context, changeReason ?? archiveReason);
      }),

    unarchiveDynamicConfig: (input, context) =>
      change(input, context, (stored) => {
        const { changeReason, unarchiveReason } = input.body;
        return shelved(stored, undefined, context, changeReason ?? unarchiveReason);
      }),
  };
};
