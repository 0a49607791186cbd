// Answers the endpoints of dynamic configs (API 4.4, 4.5 and beyond).
import type { Database } from "#service/database/database.ts";
import { entityWrites } from "#service/entity-writes/change-entity.ts";
import { entityReads } from "#service/http/entity-reads.ts";
import type { BodyCheck, BodyChecks, Handlers } from "#service/http/handler.ts";
import { schemaProblems } from "./schema-check.ts";
import { configOwner } from "./stored-config.ts";
import { newConfig, replacedConfig } from "./write-config.ts";

const withSchema =
  (check: BodyCheck): BodyCheck =>
  async (body, params, context) => [
    ...(await check(body, params, context)),
    ...(await schemaProblems(body, context)),
  ];

export function dynamicConfigHandlers(database: Database) {
  const { list, read, listVersions, listReferences } = entityReads(database, configOwner);
  const { checks, create, update, switchTo, archive, unarchive } = entityWrites(database, configOwner);
  const handlers = {
    listDynamicConfigs: ({ query: { limit, page, includeArchived, ...filter } }, context) =>
      list({ ...filter, exceptStatus: includeArchived ? undefined : "Archived" }, { limit, page }, context),
    readDynamicConfig: read,
    readDynamicConfigRules: async (input, context) => {
      const { rules } = (await read(input, context)).data;
      return { items: [{ rules }], total: 1, itemsPerPage: 20_000 };
    },
    listDynamicConfigVersions: listVersions,
    listDynamicConfigReferences: listReferences,

    createDynamicConfig: (input, context) => create(input, context, newConfig),
    updateDynamicConfig: (input, context) => update(input, context, replacedConfig),
    enableDynamicConfig: switchTo(({ status }) => ({ status, isEnabled: true })),
    disableDynamicConfig: switchTo(({ status }) => ({ status, isEnabled: false })),
    archiveDynamicConfig: archive,
    unarchiveDynamicConfig: unarchive,
  } satisfies Partial<Handlers>;
  /** Checks that the contract cannot make; reported together with those of the contract. */
  const bodyChecks: BodyChecks = {
    createDynamicConfig: withSchema(checks.create),
    updateDynamicConfig: withSchema(checks.update),
  };
  return { handlers, checks: bodyChecks };
}
