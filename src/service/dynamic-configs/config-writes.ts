// Answers the endpoints that write dynamic configs: created, fully updated (API 4.4), switched. Reading is in dynamic-config-handlers.ts.
import type { Database } from "#service/database/database.ts";
import { checkStored, entityWrites, findUpdateProblems } from "#service/entity-writes/change-entity.ts";
import { nameProblems } from "#service/entity-writes/name-in-use.ts";
import type { BodyCheck, BodyChecks, Handlers } from "#service/http/handler.ts";
import { schemaProblems } from "./schema-check.ts";
import { configOwner } from "./stored-config.ts";
import { newConfig, replacedConfig } from "./write-config.ts";

type DynamicConfigWrites =
  | "createDynamicConfig"
  | "updateDynamicConfig"
  | "enableDynamicConfig"
  | "disableDynamicConfig"
  | "archiveDynamicConfig"
  | "unarchiveDynamicConfig";

const withSchema =
  (check: BodyCheck): BodyCheck =>
  async (body, params) => [...(await check(body, params)), ...(await schemaProblems(body))];

/** Checks of config writes that the contract cannot make; reported together with those of the contract. */
export const dynamicConfigChecks = (database: Database): BodyChecks => ({
  createDynamicConfig: withSchema((body) => nameProblems(database, "dynamic_config", body)),
  updateDynamicConfig: withSchema(checkStored(database, configOwner, findUpdateProblems(configOwner))),
});

export const dynamicConfigWrites = (database: Database): Pick<Handlers, DynamicConfigWrites> => {
  const { create, update, switchTo, archive, unarchive } = entityWrites(database, configOwner);
  return {
    createDynamicConfig: ({ query, body }, context) =>
      create(newConfig(body, context), query, context, (reader) =>
        nameProblems(reader, "dynamic_config", body),
      ),
    updateDynamicConfig: (input, context) =>
      update(input, context, (stored, addressable) =>
        replacedConfig(stored, addressable, input.body, context),
      ),
    enableDynamicConfig: switchTo(({ status }) => ({ status, isEnabled: true })),
    disableDynamicConfig: switchTo(({ status }) => ({ status, isEnabled: false })),
    archiveDynamicConfig: archive,
    unarchiveDynamicConfig: unarchive,
  };
};
