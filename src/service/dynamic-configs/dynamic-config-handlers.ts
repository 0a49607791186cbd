// Answers the endpoints that return dynamic configs (API 4.4, 4.5 and the reading endpoints).
import type { Database } from "#service/database/database.ts";
import {
  entityExists,
  listEntities,
  listReferences,
  listVersions,
  readEntity,
  writeEntity,
} from "#service/database/entities.ts";
import { checkIfMatch, notFound } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import { gateIDsIn } from "#targeting/references.ts";
import { replacedConfig } from "./replace-config.ts";
import { answeredConfig, parseConfig } from "./stored-config.ts";

type DynamicConfigEndpoints =
  | "listDynamicConfigs"
  | "readDynamicConfig"
  | "readDynamicConfigRules"
  | "listDynamicConfigVersions"
  | "listDynamicConfigReferences"
  | "updateDynamicConfig";

export const dynamicConfigHandlers = (database: Database): Pick<Handlers, DynamicConfigEndpoints> => ({
  listDynamicConfigs: async ({ query: { limit, page, ...filter } }, context) => {
    const found = await listEntities(database, "dynamic_config", filter, { limit, page }, parseConfig);
    return { items: found.items.map(answeredConfig(context)), total: found.total };
  },

  readDynamicConfig: async ({ params }, context) => {
    const config = await readEntity(database, "dynamic_config", params.id, parseConfig);
    if (!config) throw notFound("Dynamic config");
    return { data: answeredConfig(context)(config), version: config.version };
  },

  readDynamicConfigRules: async ({ params }, context) => {
    const config = await readEntity(database, "dynamic_config", params.id, parseConfig);
    if (!config) throw notFound("Dynamic config");
    return { items: [{ rules: answeredConfig(context)(config).rules }], total: 1, itemsPerPage: 20_000 };
  },

  listDynamicConfigVersions: async ({ params, query }, context) => {
    const found = await listVersions(database, "dynamic_config", params.id, query, parseConfig);
    if (found.total === 0) throw notFound("Dynamic config");
    return { items: found.items.map(answeredConfig(context)), total: found.total };
  },

  listDynamicConfigReferences: async ({ params, query }, context) => {
    if (!(await entityExists(database, "gate", params.id))) throw notFound("Gate");
    const found = await listReferences(database, params.id, "dynamic_config", query, parseConfig);
    return { items: found.items.map(answeredConfig(context)), total: found.total };
  },

  updateDynamicConfig: ({ params, query, body }, context) =>
    database.transaction(
      async (transaction) => {
        const stored = await readEntity(transaction, "dynamic_config", params.id, parseConfig);
        if (!stored) throw notFound("Dynamic config");
        checkIfMatch(context.ifMatch, stored.version, answeredConfig(context)(stored));
        const document = replacedConfig(stored, body, context);
        await writeEntity(
          transaction,
          "dynamic_config",
          { document, references: gateIDsIn(document.rules) },
          context.now,
        );
        return { data: answeredConfig(context)(document), version: document.version };
      },
      { commit: !query.dryRun },
    ),
});
