// Answers the endpoints that read dynamic configs (API 4.5 and beyond). Writing is in config-writes.ts.
import type { Database } from "#service/database/database.ts";
import { entityReads } from "#service/http/entity-reads.ts";
import type { Handlers } from "#service/http/handler.ts";
import { configOwner } from "./stored-config.ts";

export const dynamicConfigHandlers = (database: Database) => {
  const { list, read, listVersions, listReferences } = entityReads(database, configOwner);
  return {
    listDynamicConfigs: ({ query: { limit, page, includeArchived, ...filter } }, context) =>
      list({ ...filter, exceptStatus: includeArchived ? undefined : "Archived" }, { limit, page }, context),
    readDynamicConfig: read,
    readDynamicConfigRules: async (input, context) => {
      const { rules } = (await read(input, context)).data;
      return { items: [{ rules }], total: 1, itemsPerPage: 20_000 };
    },
    listDynamicConfigVersions: listVersions,
    listDynamicConfigReferences: listReferences,
  } satisfies Partial<Handlers>;
};
