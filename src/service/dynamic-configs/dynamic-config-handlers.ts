// Answers the endpoints that read dynamic configs (API 4.5 and beyond). Writing is in config-writes.ts.
import type { Database } from "#service/database/database.ts";
import { entityExists } from "#service/database/entities.ts";
import { listEntities, listReferences, listVersions } from "#service/database/entity-lists.ts";
import { findEntity } from "#service/entity-writes/change-entity.ts";
import { notFound } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import { answeredConfig, configOwner, parseConfig } from "./stored-config.ts";

type DynamicConfigReads =
  | "listDynamicConfigs"
  | "readDynamicConfig"
  | "readDynamicConfigRules"
  | "listDynamicConfigVersions"
  | "listDynamicConfigReferences";

export const dynamicConfigHandlers = (database: Database): Pick<Handlers, DynamicConfigReads> => ({
  listDynamicConfigs: async ({ query: { limit, page, includeArchived, ...filter } }, context) => {
    const found = await listEntities(
      database,
      "dynamic_config",
      { ...filter, exceptStatus: includeArchived ? undefined : "Archived" },
      { limit, page },
      parseConfig,
    );
    return { items: found.items.map(answeredConfig(context)), total: found.total };
  },

  readDynamicConfig: async ({ params }, context) => {
    const config = await findEntity(database, configOwner, params.id);
    return { data: answeredConfig(context)(config), version: config.version };
  },

  readDynamicConfigRules: async ({ params }, context) => {
    const config = await findEntity(database, configOwner, params.id);
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
});
